/** A headless Chromium, driven by its own protocol (https://chromedevtools.github.io/devtools-protocol/). */

import { onPath } from "./tools_on_path.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Starting it takes a second, on a busy machine many. */
const START_MS = 60_000;

/** The browser of this machine, or null. */
export async function chromiumPath(): Promise<string | null> {
  for (const name of NAMES) {
    const path = await onPath(name);
    if (path !== null) return path;
  }
  return null;
}

/** A page that is open. */
export interface OpenPage {
  /** What the browser complained of: refused by the page's policy, failed to load, thrown. */
  readonly complaints: readonly string[];
  /** URLs that it asked for. */
  readonly requests: readonly string[];
  /** The value of an expression of JavaScript in the page; it runs there with all scripts off too. */
  // deno-lint-ignore no-explicit-any
  evaluate(expression: string): Promise<any>;
  /** Clicks into the middle of the first element that a selector finds. */
  click(selector: string): Promise<void>;
  /** Light or dark, as a person may prefer it. */
  prefer(scheme: "light" | "dark"): Promise<void>;
  /** Gives the page another width and height, in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** Goes to a part of the page: `#id`. */
  goTo(fragment: string): Promise<void>;
  /** A picture of what is in sight, PNG. */
  screenshot(): Promise<Uint8Array>;
}

/**
 * Opens a file in a new browser, and closes that after the test. The scripts of the page are off.
 *
 * @param browser Path of the browser.
 * @param file Path of the page.
 * @param test Is given the page once it has loaded.
 */
export async function withPage(
  browser: string,
  file: string,
  test: (page: OpenPage) => Promise<void>,
): Promise<void> {
  const profile = await Deno.makeTempDir({ prefix: "architect_test_" });
  const child = new Deno.Command(browser, {
    args: [
      "--headless",
      // A root user and a container have no sandbox for it; the page is our own.
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      `--user-data-dir=${profile}`,
      "--remote-debugging-port=0",
      "--window-size=1000,1400",
      "about:blank",
    ],
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const stderr = new Told(child.stderr);
  try {
    const [, url = ""] = await stderr.matches(/DevTools listening on (ws:\S+)/);
    await using protocol = await Protocol.connect(url);
    await test(await openPage(protocol, file));
  } finally {
    child.kill("SIGTERM");
    await child.status;
    await stderr.ended;
    await removeProfile(profile);
  }
}

/** The browser's own children may still be writing as it ends. */
async function removeProfile(profile: string): Promise<void> {
  for (let tries = 1;; tries++) {
    try {
      return await Deno.remove(profile, { recursive: true });
    } catch (error) {
      if (tries === 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Text that a process tells. */
class Told {
  readonly ended: Promise<void>;
  #text = "";
  #wake = () => {};
  #isEnded = false;

  constructor(stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
    this.ended = this.#read(stream);
  }

  async #read(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      this.#text += text;
      this.#wake();
    }
    this.#isEnded = true;
    this.#wake();
  }

  async matches(pattern: RegExp): Promise<RegExpExecArray> {
    const late = AbortSignal.timeout(START_MS);
    late.onabort = () => this.#wake();
    while (true) {
      const match = pattern.exec(this.#text);
      if (match !== null) return match;
      if (this.#isEnded || late.aborted) {
        throw new Error(`It never said ${pattern}:\n${this.#text}`);
      }
      await new Promise<void>((resolve) => this.#wake = resolve);
    }
  }
}

// deno-lint-ignore no-explicit-any
type Params = Record<string, any>;

/** Calls and events over one socket. */
class Protocol implements AsyncDisposable {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<Params>>();
  readonly #listeners: ((method: string, params: Params) => void)[] = [];
  #session: string | undefined;
  #calls = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#take(JSON.parse(data));
    socket.onclose = () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("The browser is gone"));
    };
  }

  static async connect(url: string): Promise<Protocol> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = () => reject(new Error(`Cannot connect to ${url}`));
    });
    return new Protocol(socket);
  }

  call(method: string, params: Params = {}): Promise<Params> {
    const id = ++this.#calls;
    const answer = Promise.withResolvers<Params>();
    this.#waiting.set(id, answer);
    this.#socket.send(JSON.stringify({ id, method, params, sessionId: this.#session }));
    return answer.promise;
  }

  /** What follows is about this page. */
  async attach(targetId: string): Promise<void> {
    const { sessionId } = await this.call("Target.attachToTarget", { targetId, flatten: true });
    this.#session = sessionId;
  }

  on(listener: (method: string, params: Params) => void): void {
    this.#listeners.push(listener);
  }

  once(method: string): Promise<Params> {
    return new Promise((resolve) => this.on((name, params) => name === method && resolve(params)));
  }

  #take(message: Params): void {
    const answer = this.#waiting.get(message.id);
    if (answer === undefined) {
      for (const listener of this.#listeners) listener(message.method, message.params);
      return;
    }
    this.#waiting.delete(message.id);
    if (message.error === undefined) answer.resolve(message.result);
    else answer.reject(new Error(message.error.message));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#socket.addEventListener("close", resolve));
    this.#socket.close();
    await closed;
  }
}

async function openPage(protocol: Protocol, file: string): Promise<OpenPage> {
  const { targetInfos } = await protocol.call("Target.getTargets");
  const { targetId } = targetInfos.find(({ type }: Params) => type === "page");
  await protocol.attach(targetId);
  const complaints: string[] = [];
  const requests: string[] = [];
  protocol.on((method, params) => {
    if (method === "Log.entryAdded") complaints.push(params.entry.text);
    if (method === "Runtime.exceptionThrown") complaints.push(params.exceptionDetails.text);
    if (method === "Network.requestWillBeSent") requests.push(params.request.url);
  });
  for (const domain of ["Page", "Log", "Network", "Runtime"]) {
    await protocol.call(`${domain}.enable`);
  }
  await protocol.call("Emulation.setScriptExecutionDisabled", { value: true });
  const loaded = protocol.once("Page.loadEventFired");
  const url = `file://${file}`;
  await protocol.call("Page.navigate", { url });
  await loaded;

  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = await protocol.call("Runtime.evaluate", {
      expression,
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return result.value;
  };
  return {
    complaints,
    requests,
    evaluate,
    async click(selector) {
      const [x, y] = await evaluate(`(() => {
        const element = document.querySelector(${JSON.stringify(selector)});
        element.scrollIntoView({ block: "center" });
        const { left, top, width, height } = element.getBoundingClientRect();
        return [left + width / 2, top + height / 2];
      })()`);
      const mouse = { x, y, button: "left", clickCount: 1 };
      await protocol.call("Input.dispatchMouseEvent", { type: "mousePressed", ...mouse });
      await protocol.call("Input.dispatchMouseEvent", { type: "mouseReleased", ...mouse });
    },
    async prefer(value) {
      const features = [{ name: "prefers-color-scheme", value }];
      await protocol.call("Emulation.setEmulatedMedia", { features });
    },
    async resize(width, height) {
      const size = { width, height, deviceScaleFactor: 1, mobile: false };
      await protocol.call("Emulation.setDeviceMetricsOverride", size);
    },
    async goTo(fragment) {
      await protocol.call("Page.navigate", { url: `${url}${fragment}` });
    },
    async screenshot() {
      const { data } = await protocol.call("Page.captureScreenshot", { format: "png" });
      return Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    },
  };
}
