/**
 * Sessions: the state of a task, saved after each step, so that an interrupted one goes on exactly
 * where it stopped.
 *
 * Everything lies in `.architect/sessions` of a workspace, one JSON file a session. Needs read and
 * write permission for `.architect` and nothing else.
 *
 * Reasons, notes and findings are of type {@linkcode Text}: `String(reason)` is English, and so are
 * they in JSON.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createSession, SessionManager } from "./mod.ts";
 *
 * const workspace = await Deno.makeTempDir();
 * const sessions = new SessionManager(workspace);
 * const state = createSession({ task: "say hello", agent: "build", model: "gpt-4o" });
 * {
 *   await using _lock = await sessions.lock(state.sessionId);
 *   state.messages.push({ role: "user", content: "say hello" });
 *   await sessions.save(state);
 * }
 * const again = await new SessionManager(workspace).read(await sessions.find("last"));
 * assertEquals(again.messages, [{ role: "user", content: "say hello" }]);
 * await Deno.remove(workspace, { recursive: true });
 * ```
 *
 * @module
 */

export type { Text, TextTable, TextValue } from "../text.ts";
export { decodeBundle, encodeBundle, MAX_BUNDLE_BYTES } from "./bundle.ts";
export type { CleanupOptions, CleanupReport, KeptSession, RemovedSession } from "./cleanup.ts";
export { type ForkedSession, ForkError, type ForkOptions, forkSession } from "./fork.ts";
export type { SessionLock } from "./lock.ts";
export { SessionCopier, type SessionFiles, type WholeSession } from "./session_copier.ts";
export { fromDict, toDict } from "./session_dict.ts";
export { generateSessionId, isSessionId, resolveSessionId } from "./session_id.ts";
export {
  type OpenedSession,
  SessionManager,
  type SessionManagerOptions,
} from "./session_manager.ts";
export {
  createSession,
  type NewSession,
  type PendingCall,
  type RunRecord,
  type SessionMetadata,
  type SessionState,
  type SessionStatus,
  type StopReason,
} from "./session_state.ts";
export {
  changeParts,
  changePaths,
  filesOf,
  isPortable,
  type PartChange,
  type SessionParts,
  wholeOf,
} from "./session_parts.ts";
export { readSessionSteps, type SessionSteps, type StepMessage } from "./session_steps.ts";
export { type RepairReport, type SessionRest, SessionVerifier } from "./session_verifier.ts";
export {
  type NamedSums,
  type SessionStats,
  sessionStats,
  type SessionSums,
} from "./session_stats.ts";
export { type SessionSummary, summaryOf } from "./session_summary.ts";
export type { Finding, VerifiedSession } from "./verify_session.ts";
export { type TruncatedMessages, truncateMessages } from "./truncate.ts";
