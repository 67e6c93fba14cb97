/** The sessions that a person picks from: which are shown, and which one is pointed at. */

import type { SessionSummary } from "../../session/session_summary.ts";
import { inEnglish, type Translate } from "../../language.ts";
import type { Text } from "../../text.ts";
import type { Key } from "./keys.ts";

/** A session that may be picked, or not. */
export interface Choice {
  readonly session: SessionSummary;
  /** Why it cannot be picked; null when it can. */
  readonly refusal: Text | null;
}

/** What a key led to: the session that was picked, `left` when the person leaves, or nothing yet. */
export type Pressed = Choice | "left" | null;

/** A task may be a megabyte, and every key looks through all of them. */
const SEARCHED_CHARACTERS = 2000;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Sessions, the words they are narrowed down by, and the one that is pointed at. */
export class SessionChoices {
  readonly all: readonly Choice[];
  readonly #translate: Translate;
  #filter = "";
  #shown: readonly Choice[];
  #at = 0;

  /**
   * @param all The sessions, newest first.
   * @param translate Into the language in which a person sees them, and looks for them. Default: none.
   */
  constructor(all: readonly Choice[], translate: Translate = inEnglish) {
    this.all = all;
    this.#translate = translate;
    this.#shown = all;
    this.#pointAtFirst();
  }

  /** What was typed. */
  get filter(): string {
    return this.#filter;
  }

  /** Those that hold every word that was typed, in their order. */
  get shown(): readonly Choice[] {
    return this.#shown;
  }

  /** Which of {@linkcode shown} is pointed at; 0 where there is none. */
  get at(): number {
    return this.#at;
  }

  /** The session that is pointed at; undefined where none is shown. */
  get pointed(): Choice | undefined {
    return this.#shown[this.#at];
  }

  /**
   * Refuses the session that is pointed at, as something was found out about it.
   *
   * @param refusal Why.
   */
  refuse(refusal: Text): void {
    const refused = this.#shown[this.#at];
    if (refused === undefined) return;
    this.#shown = this.#shown.with(this.#at, { ...refused, refusal });
  }

  /**
   * Does what a key does.
   *
   * @param key The key.
   * @param page How many sessions are seen at a time.
   * @returns What it led to.
   */
  press(key: Key, page: number): Pressed {
    switch (key) {
      case "up":
        return this.#move(-1);
      case "down":
        return this.#move(1);
      case "page up":
        return this.#move(-page);
      case "page down":
        return this.#move(page);
      case "first":
        return this.#move(-this.#shown.length);
      case "last":
        return this.#move(this.#shown.length);
      case "enter":
        return this.pointed?.refusal === null ? this.pointed : null;
      case "leave":
      case "interrupt":
        return "left";
      case "erase":
        return this.#narrow(
          [...graphemes.segment(this.#filter)].slice(0, -1).map(segmentOf).join(""),
        );
      case "erase word":
        return this.#narrow(this.#filter.replace(/\S+\s*$/, ""));
      case "erase all":
        return this.#narrow("");
      default:
        return this.#narrow(this.#filter + key.text);
    }
  }

  #move(by: number): null {
    this.#at = Math.max(0, Math.min(this.#at + by, this.#shown.length - 1));
    return null;
  }

  #narrow(filter: string): null {
    if (filter === this.#filter) return null;
    // What more words leave is among what fewer left.
    const from = plain(filter).startsWith(plain(this.#filter)) ? this.#shown : this.all;
    const words = plain(filter).split(/\s+/).filter((word) => word !== "");
    this.#filter = filter;
    this.#shown = from.filter(({ session }) => {
      const text = searched(session, this.#translate);
      return words.every((word) => text.includes(word));
    });
    this.#pointAtFirst();
    return null;
  }

  #pointAtFirst(): void {
    this.#at = Math.max(0, this.#shown.findIndex(({ refusal }) => refusal === null));
  }
}

function segmentOf({ segment }: Intl.SegmentData): string {
  return segment;
}

function searched(
  { id, task, status, agent, reason }: SessionSummary,
  translate: Translate,
): string {
  const why = reason === undefined ? "" : translate(reason);
  return plain(`${task.slice(0, SEARCHED_CHARACTERS)}\n${why}\n${id}\n${status}\n${agent}`);
}

/** An accent may be a character of its own, or not. */
function plain(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
