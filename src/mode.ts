/** When a person is asked before a tool runs, from the one that asks most to the one that never does. */
export const MODES = ["confirm-all", "confirm-sensitive", "yolo"] as const;

/** One of {@linkcode MODES}. */
export type Mode = typeof MODES[number];
