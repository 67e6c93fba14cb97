/** What our own checks of a command line throw. */

import { ValidationError } from "@cliffy/command";
import type { Text } from "../text.ts";

/** A usage error whose message is a text: `message` has it in English. */
export class UsageError extends ValidationError {
  /** The message, to be translated. */
  readonly text: Text;

  /** @param text The message. */
  constructor(text: Text) {
    super(String(text));
    // Cliffy's class makes whatever extends it one of its own.
    Object.setPrototypeOf(this, UsageError.prototype);
    this.text = text;
  }
}
