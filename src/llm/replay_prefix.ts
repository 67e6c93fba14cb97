/** What the name of a model begins with when its answers come from a cassette: `replay:FILE`. */
export const REPLAY_PREFIX = "replay:";
