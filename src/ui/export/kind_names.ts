import { type Text, text } from "../../text.ts";
import type { StoryItem } from "../session_story.ts";

/** What is told of a session beside its steps, as a person calls it. */
export const KIND_NAMES: Readonly<Record<Exclude<StoryItem["kind"], "step">, Text>> = {
  system: text("system"),
  user: text("user"),
  summary: text("summary"),
  result: text("result"),
};
