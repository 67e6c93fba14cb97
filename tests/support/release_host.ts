/** A host of releases on this machine, which can also be as bad as a host or a network may be. */

/** What is answered for a path. */
export type HostFile =
  /** The content. */
  | string
  | Uint8Array<ArrayBuffer>
  /** It is at another address. */
  | { readonly movedTo: string }
  /** The connection ends after this, though more was announced. */
  | { readonly cutAfter: string }
  /** Nothing more comes after this, though more was announced. */
  | { readonly stallsAfter: string };

/** A running host. Dispose of it when the test is over. */
export interface ReleaseHost extends AsyncDisposable {
  /** What `ARCHITECT_RELEASES` is to be. */
  readonly releases: string;
  /** The host alone. Any repository of it has the same releases. */
  readonly origin: string;
  /** The paths that were asked for, below `releases`, in order. */
  readonly asked: string[];
  /** Resolves when a client has left while an answer stalled. */
  readonly clientLeft: Promise<void>;
}

/**
 * Starts a host.
 *
 * @param files Path below `releases` to what is there; read at each request. Any other path: 404.
 * @returns The host.
 */
export function releaseHost(files: Readonly<Record<string, HostFile>>): ReleaseHost {
  const asked: string[] = [];
  const left = Promise.withResolvers<void>();
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    ({ url }) => {
      const path = new URL(url).pathname.replace(/^.*?\/releases\//, "");
      asked.push(path);
      return answer(files[path], left.resolve);
    },
  );
  const origin = `http://127.0.0.1:${server.addr.port}`;
  return {
    releases: `${origin}/releases`,
    origin,
    asked,
    clientLeft: left.promise,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

function answer(file: HostFile | undefined, clientLeft: () => void): Response {
  if (file === undefined) return new Response("there is no such thing", { status: 404 });
  if (typeof file === "string" || file instanceof Uint8Array) return new Response(file);
  if ("movedTo" in file) {
    return new Response(null, { status: 302, headers: { location: file.movedTo } });
  }
  const cut = "cutAfter" in file;
  const sent = new TextEncoder().encode(cut ? file.cutAfter : file.stallsAfter);
  let first = true;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (first) controller.enqueue(sent);
      else if (cut) controller.close();
      else return new Promise(() => {});
      first = false;
    },
    cancel: clientLeft,
  });
  return new Response(body, { headers: { "content-length": String(sent.length + 1000) } });
}
