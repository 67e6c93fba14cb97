/**
 * Writes the cassette of the demo: the answers of a model that does a task on the project in
 * `sample/`. They are written by hand, so that the tale can be followed; the tools do really run when
 * the cassette is played, and the checks of the sample really fail and pass.
 *
 *     deno run -A scripts/demo/make_cassette.ts
 */

interface Call {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

interface Step {
  readonly says: string;
  readonly calls: readonly Call[];
}

const call = (tool: string, args: Record<string, unknown>): Call => ({ tool, args });
const check = call("run_command", { command: "sh check.sh" });

const OLD_ARGUMENTS = `usage() {
  echo "usage: sh expenses.sh FILE" >&2
  exit 2
}

[ $# -eq 1 ] || usage
`;

const NEW_ARGUMENTS = `usage() {
  echo "usage: sh expenses.sh [--by category|month] FILE" >&2
  exit 2
}

by=category
if [ "\${1:-}" = --by ]; then
  [ $# -ge 2 ] || usage
  by=$2
  shift 2
fi
case "$by" in category | month) ;; *) usage ;; esac
[ $# -eq 1 ] || usage
`;

const README_PATCH = `--- a/README.md
+++ b/README.md
@@ -7,5 +7,7 @@
 \`\`\`
 
 prints one line a category, the largest total first. A refund is a negative amount.
 
+\`--by month\` before the file gives one line a month instead.
+
 \`sh check.sh\` runs the checks.
`;

const STEPS: readonly Step[] = [
  {
    says: "I'll look at the project first.",
    calls: [call("list_files", { path: ".", recursive: true })],
  },
  {
    says: "",
    calls: [
      call("read_file", { path: "README.md" }),
      call("read_file", { path: "expenses.sh" }),
      call("read_file", { path: "check.sh" }),
    ],
  },
  { says: "Let me see the failure.", calls: [check] },
  {
    says: "travel and books are too high by twice the refund: the minus sign is lost somewhere.",
    calls: [call("search_code", { pattern: "gsub|substr", path: "lib" })],
  },
  { says: "", calls: [call("read_file", { path: "lib/totals.awk" })] },
  {
    says: "gsub removes all but digits and points, so -59.00 becomes 59.00. The sign has to stay.",
    calls: [
      call("edit_file", {
        path: "lib/totals.awk",
        old_str: "gsub(/[^0-9.]/,",
        new_str: "gsub(/[^0-9.-]/,",
      }),
    ],
  },
  { says: "", calls: [check] },
  {
    says: "Refunds are right now. Next is --by month, the arguments first.",
    calls: [
      call("edit_file", {
        path: "expenses.sh",
        old_str: OLD_ARGUMENTS,
        new_str: NEW_ARGUMENTS,
      }),
    ],
  },
  {
    says: "",
    calls: [
      call("edit_file", {
        path: "expenses.sh",
        old_str: "awk -F , -f lib/totals.awk",
        new_str: 'awk -F , -v by="$by" -f lib/totals.awk',
      }),
      call("edit_file", {
        path: "lib/totals.awk",
        old_str: "  total[$2] += amount",
        new_str: '  key = by == "month" ? substr($1, 1, 6) : $2\n  total[key] += amount',
      }),
    ],
  },
  {
    says: "Now a check: the sums of March, April and May, added up by hand.",
    calls: [
      call("write_file", {
        path: "expected/months.txt",
        content: "2026-03\t949.55\n2026-05\t886.85\n2026-04\t864.15\n",
        mode: "overwrite",
      }),
    ],
  },
  {
    says: "",
    calls: [
      call("edit_file", {
        path: "check.sh",
        old_str:
          'check "currencies and refunds" expected/spring.txt sh expenses.sh data/spring.csv\n',
        new_str:
          'check "currencies and refunds" expected/spring.txt sh expenses.sh data/spring.csv\n' +
          'check "by month" expected/months.txt sh expenses.sh --by month data/spring.csv\n',
      }),
    ],
  },
  { says: "", calls: [check] },
  {
    says: 'My mistake: "2026-03" has seven characters, and I took six.',
    calls: [
      call("edit_file", {
        path: "lib/totals.awk",
        old_str: "substr($1, 1, 6)",
        new_str: "substr($1, 1, 7)",
      }),
    ],
  },
  { says: "", calls: [check] },
  {
    says: "All three pass. The README is left.",
    calls: [call("apply_patch", { path: "README.md", patch: README_PATCH })],
  },
  {
    says: `Both are done, and sh check.sh passes (3 of 3).

- The totals: lib/totals.awk removed the minus sign together with the currency, so refunds were added.
- sh expenses.sh --by month FILE gives one line a month, with a check and a line in the README.`,
    calls: [],
  },
];

/** USD per token of the model that the cassette names. */
const PRICE = { input: 2.5 / 1e6, output: 10 / 1e6 };
/** What the system prompt and the tools take, and the results of a call on average, in tokens. */
const FIRST_REQUEST = 1_850;
const RESULT = 140;

function answerOf({ says, calls }: Step, number: number, inputTokens: number): string {
  const toolCalls = calls.map(({ tool, args }, index) => ({
    id: `call_${String(number).padStart(2, "0")}${"abc"[index]}`,
    type: "function",
    function: { name: tool, arguments: JSON.stringify(args) },
  }));
  const outputTokens = 12 + Math.ceil((says.length + JSON.stringify(toolCalls).length) / 4);
  const costUsd = inputTokens * PRICE.input + outputTokens * PRICE.output;
  return JSON.stringify({
    kind: "answer",
    number,
    message: {
      role: "assistant",
      content: says === "" ? null : says,
      ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
    },
    usage: { input_tokens: inputTokens, output_tokens: outputTokens },
    cost_usd: Number(costUsd.toFixed(7)),
    finish_reason: toolCalls.length === 0 ? "stop" : "tool_calls",
  });
}

/**
 * The cassette.
 *
 * @returns JSON Lines: a header, then one answer a line.
 */
export function makeCassette(): string {
  const header = {
    cassette: 1,
    model: "gpt-4o",
    context_tokens: 128_000,
    recorded_at: "2026-06-01T09:00:00.000Z",
  };
  const lines = [JSON.stringify(header)];
  let inputTokens = FIRST_REQUEST;
  for (const [index, step] of STEPS.entries()) {
    const line = answerOf(step, index + 1, inputTokens);
    lines.push(line);
    inputTokens += Math.ceil(line.length / 5) + RESULT * step.calls.length;
  }
  return lines.join("\n") + "\n";
}

if (import.meta.main) {
  await Deno.writeTextFile(new URL("expenses.jsonl", import.meta.url), makeCassette());
}
