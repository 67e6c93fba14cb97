import type { Message } from "../llm/provider.ts";
import type { Redactor } from "../secrets.ts";
import type { SessionSteps } from "../session/session_steps.ts";
import { redactText } from "./redact_text.ts";

/**
 * Takes secrets out of a session that is shown: what entered its history is redacted already; what
 * another program wrote into it is not.
 *
 * @param steps The session.
 * @param redactor What finds them.
 * @returns The session; the arguments of its calls are still JSON.
 */
export function redactSteps(steps: SessionSteps, redactor: Redactor): SessionSteps {
  const message = (given: Message): Message => {
    const { tool_calls, ...rest } = given;
    if (tool_calls === undefined) return redactor.value(given);
    return {
      ...redactor.value(rest),
      tool_calls: tool_calls.map((call) => {
        const { arguments: json, ...called } = call.function;
        const redacted = redactor.value({ ...call, function: called });
        return {
          ...redacted,
          function: { ...redacted.function, arguments: redactor.arguments(json) },
        };
      }),
    } as Message;
  };
  const { state, messages, notes } = steps;
  return {
    state: { ...redactor.value({ ...state, messages: [] }), messages: state.messages.map(message) },
    messages: messages.map((entry) => ({
      ...entry,
      ...(entry.path === undefined ? {} : { path: redactor.text(entry.path) }),
      message: message(entry.message),
    })),
    notes: notes.map((note) => redactText(note, redactor)),
  };
}
