/**
 * What keys and passwords look like in text.
 *
 * May be imported by every file and imports nothing. Every expression takes linear time: after a
 * repetition without an upper bound nothing follows that can fail, or a look-behind makes sure that
 * each run of characters is tried once.
 */

/** One shape. The groups `before` and `after` of a match, where there are any, are kept. */
interface Shape {
  readonly kind: string;
  /** Of these texts each match holds one: looking for them is far quicker than trying to match. */
  readonly signs: readonly string[];
  readonly pattern: RegExp;
}

/** Not inside a longer word. */
const START = "(?<![A-Za-z0-9])";
const END = "(?![A-Za-z0-9])";

function shape(kind: string, signs: readonly string[], source: string): Shape {
  return { kind, signs, pattern: new RegExp(source, "g") };
}

const SHAPES: readonly Shape[] = [
  shape("anthropic", ["sk-ant-"], `${START}sk-ant-[A-Za-z0-9_-]{16,}`),
  shape("openrouter", ["sk-or-"], `${START}sk-or-[A-Za-z0-9_-]{16,}`),
  shape("openai", ["sk-"], `${START}sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{16,}`),
  shape(
    "openai",
    ["sk-"],
    // Small letters alone are words: "sk-learn-model_selection_example".
    `${START}sk-(?:[a-z0-9]{1,10}-){0,3}(?=[a-z_]*[A-Z0-9])[A-Za-z0-9_]{16,}[A-Za-z0-9_-]*`,
  ),
  shape("google", ["AIza"], `${START}AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])`),
  shape("google", ["GOCSPX-"], `${START}GOCSPX-[A-Za-z0-9_-]{20,}`),
  shape("google", ["ya29."], `${START}ya29\\.[A-Za-z0-9_-]{20,}`),
  shape("aws", ["AKIA", "ASIA"], `${START}(?:AKIA|ASIA)[A-Z0-9]{16}${END}`),
  shape("github", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], `${START}gh[pousr]_[A-Za-z0-9]{20,}`),
  shape("github", ["github_pat_"], `${START}github_pat_[A-Za-z0-9_]{20,}`),
  shape(
    "gitlab",
    ["glpat-", "gldt-", "glrt-", "glptt-"],
    `${START}gl(?:pat|dt|rt|ptt)-[A-Za-z0-9_-]{20,}`,
  ),
  shape("slack", ["xox"], `${START}xox[abeoprs]-[A-Za-z0-9-]{10,}`),
  shape("slack", ["xapp-"], `${START}xapp-[A-Za-z0-9-]{10,}`),
  shape(
    "slack",
    ["hooks.slack.com/services/"],
    "(?<before>hooks\\.slack\\.com/services/)[A-Za-z0-9/]{20,}",
  ),
  shape("npm", ["npm_"], `${START}npm_[A-Za-z0-9]{36,}`),
  shape("pypi", ["pypi-"], `${START}pypi-[A-Za-z0-9_-]{40,}`),
  shape("groq", ["gsk_"], `${START}gsk_[A-Za-z0-9]{30,}`),
  shape("xai", ["xai-"], `${START}xai-[A-Za-z0-9]{40,}`),
  shape("huggingface", ["hf_"], `${START}hf_[A-Za-z0-9]{30,}`),
  shape("stripe", ["k_live_", "k_test_"], `${START}[rs]k_(?:live|test)_[A-Za-z0-9]{16,}`),
  shape("sendgrid", ["SG."], `${START}SG\\.[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{43}`),
  // The look-behind matters: "eyJeyJeyJ..." would otherwise be scanned to its end from every "eyJ".
  shape(
    "jwt",
    ["eyJ"],
    "(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{5,}\\.eyJ[A-Za-z0-9_-]{5,}\\.[A-Za-z0-9_-]*",
  ),
  shape("bearer", ["earer "], "(?<before>\\b[Bb]earer {1,4})[A-Za-z0-9_.~+/=-]{24,}"),
  shape(
    "basic",
    ["asic "],
    "(?<before>\\b[Aa]uthorization[\"']?: {0,4}[\"']?[Bb]asic {1,4})[A-Za-z0-9+/=]{12,}",
  ),
];

/** What every text with a key of a known shape holds: to look once for any is quicker than for each. */
const ANY_SIGN = new RegExp(
  [...new Set(SHAPES.flatMap(({ signs }) => signs))].map(escaped).join("|"),
);

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

/**
 * `://user:password@`: the password. The lower bound of a host's name is not asked for: a truncated
 * line counts too. References such as `$PASSWORD` and `{password}` are no secrets.
 */
const URL_PASSWORD =
  /(?<=[A-Za-z0-9+.-]:\/\/[^\s:@/"'<>[\]]{0,200}:)(?![${<%*[])[^\s@/"'<>[\]]{1,300}(?=@)/g;

const PEM_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const PEM_END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** Where the end is cut off: lines of base64, real line breaks or escaped ones between them. */
const PEM_BODY =
  /(?:(?:\\[nr]|\s){1,4}[A-Za-z0-9+/=]{16,})+(?:(?:\\[nr]|\s){1,4}[A-Za-z0-9+/=]{1,76})?/y;
/** No private key is longer. */
const PEM_MAX = 20_000;

/**
 * Replaces private keys. The line breaks in a key stay, so that line numbers mean the same.
 *
 * @param text Any text.
 * @param marker What stands for a key.
 * @returns The text.
 */
export function replacePrivateKeys(text: string, marker: string): string {
  if (!text.includes("-----BEGIN ")) return text;
  let result = "";
  let kept = 0;
  let nextEnd = -1;
  for (const begin of text.matchAll(PEM_BEGIN)) {
    if (begin.index < kept) continue;
    const bodyAt = begin.index + begin[0].length;
    // Looked for once and remembered, so that many beginnings without an end cost no more.
    if (nextEnd < bodyAt && nextEnd !== Infinity) {
      PEM_END.lastIndex = bodyAt;
      const end = PEM_END.exec(text);
      nextEnd = end === null ? Infinity : end.index + end[0].length;
    }
    let until = nextEnd - bodyAt <= PEM_MAX ? nextEnd : -1;
    if (until < 0) {
      PEM_BODY.lastIndex = bodyAt;
      const body = PEM_BODY.exec(text);
      if (body === null) continue;
      until = bodyAt + body[0].length;
    } else if (until - bodyAt < 60) continue;
    const breaks = text.slice(begin.index, until).replaceAll(/[^\n]+/g, "");
    result += text.slice(kept, begin.index) + marker + breaks;
    kept = until;
  }
  return kept === 0 ? text : result + text.slice(kept);
}

/**
 * Whether a private key is still open where a line ends: what follows belongs to it.
 *
 * @param line A line.
 * @param open Whether one was open where the line began.
 * @returns True when the key goes on.
 */
export function leavesKeyOpen(line: string, open: boolean): boolean {
  const begin = Array.from(line.matchAll(PEM_BEGIN)).at(-1)?.index ?? -1;
  // A new one: the search for an end leaves its place in the other.
  const end = Array.from(line.matchAll(new RegExp(PEM_END))).at(-1)?.index ?? -1;
  return begin === end ? open : begin > end;
}

/**
 * Replaces every well-known key, private keys and assignments excepted.
 *
 * @param text Any text.
 * @param markerOf What stands for a key of a kind.
 * @returns The text.
 */
export function replaceShapes(text: string, markerOf: (kind: string) => string): string {
  let result = text;
  for (const { kind, signs, pattern } of ANY_SIGN.test(text) ? SHAPES : []) {
    if (!signs.some((sign) => result.includes(sign))) continue;
    const marker = markerOf(kind);
    result = result.replace(pattern, (...match) => {
      const groups: unknown = match.at(-1);
      const before = typeof groups === "object" && groups !== null && "before" in groups
        ? String(groups.before ?? "")
        : "";
      return before + marker;
    });
  }
  if (!result.includes("://")) return result;
  return result.replace(URL_PASSWORD, () => markerOf("password"));
}
