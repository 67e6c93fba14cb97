/**
 * Secrets that only their name gives away: `DB_PASSWORD=...`, `"api_key": "..."`.
 *
 * May be imported by every file and imports nothing. Every expression takes linear time: the
 * repetitions are bounded, or nothing that can fail follows them.
 */

/** The end of a name, then `=` or `:`, then a value with or without quotes. */
const ASSIGNMENT = new RegExp(
  "(?<word>token|secret|passwd|password|passphrase|(?:api|access|secret|private|auth|account)[_-]?key)" +
    "(?<close>\\\\?[\"']?)(?<sep>[ \\t]{0,4}(?:=>|:=|[=:])[ \\t]{0,4})" +
    "(?:(?<quote>\\\\?[\"'])(?<quoted>[^\"'\\\\\\s]{1,4096})(?=\\\\?[\"'])|(?<bare>[^\\s\"'`\\\\,;]{1,4096}))",
  "gi",
);

/** A name that ends like that of a secret: for a value that stands alone, as in parsed JSON. */
const SECRET_NAME =
  /(?:token|secret|passwd|password|passphrase|(?:api|access|secret|private|auth|account)[_-]?key)$/i;

/** What begins a reference or an expression rather than a value. */
const REFERENCE =
  /^(?:[$<{[(%*&!|]|process\.|os\.|env\.|import\.|self\.|this\.|urn:|https?:|[~^>=]{0,2}v?\d{1,9}\.\d{1,9}\.)/;
const CODE = /[(){}<>]/;
const IDENTIFIER = /^[A-Za-z_$][A-Za-z_$]*(?:\??\.[A-Za-z_$]+)*$/;
const PLACEHOLDER =
  /^(?:true|false|null|none|nil|undefined|required|optional|string|number|boolean|your[_-].*|x{3,}|\.{3,})$/i;

/** Whether a value between quotes, under a name in any case, is meant to be secret. */
function quotedIsSecret(value: string, upperCase: boolean): boolean {
  if (REFERENCE.test(value) || PLACEHOLDER.test(value) || CODE.test(value)) return false;
  if (upperCase) return value.length >= 6;
  return value.length >= 8 && /[A-Za-z]/.test(value) && /\d/.test(value);
}

function bareIsSecret(value: string, upperCase: boolean, sep: string): boolean {
  if (REFERENCE.test(value) || PLACEHOLDER.test(value) || CODE.test(value)) return false;
  if (upperCase && sep === "=") return value.length >= 6 && !/^[A-Za-z_]+\.[A-Za-z_]/.test(value);
  // A line of YAML. Code has the same form (`{ API_KEY: keyFromEnv }`), so a name is no secret.
  if (!sep.startsWith(":")) return false;
  if (IDENTIFIER.test(value) || /^\.{0,2}\//.test(value)) return false;
  if (upperCase) return value.length >= 8;
  return /^[A-Za-z0-9+/_=-]{16,}$/.test(value) && (value.match(/\d/g)?.length ?? 0) >= 3;
}

/**
 * Whether the value under a key of parsed JSON is meant to be secret.
 *
 * @param name The key.
 * @param value Its value.
 * @returns True for `("api_key", "a1b2c3d4e5")`, false for `("api_key", "string")`.
 */
export function isNamedSecret(name: string, value: string): boolean {
  if (name.length > 200 || value.length > 4096 || /\s/.test(value)) return false;
  return SECRET_NAME.test(name) && quotedIsSecret(value, isUpperCase(name));
}

/**
 * Replaces the values of assignments to names of secrets.
 *
 * @param text Any text.
 * @param marker What stands for a value.
 * @returns The text.
 */
export function replaceAssignments(text: string, marker: string): string {
  if (!text.includes("=") && !text.includes(":")) return text;
  return text.replace(ASSIGNMENT, (...match) => {
    const whole = String(match[0]);
    const { word, close = "", sep = "", quote, quoted, bare } = match.at(-1) as {
      [name: string]: string | undefined;
    };
    if (word === undefined) return whole;
    const upperCase = isUpperCase(word);
    if (quoted !== undefined) {
      const secret = quotedIsSecret(quoted, upperCase);
      return secret ? `${word}${close}${sep}${quote ?? ""}${marker}` : whole;
    }
    if (
      bare === undefined || !bareIsSecret(bare, upperCase, sep.trim() === "=" ? sep : sep.trim())
    ) {
      return whole;
    }
    return `${word}${close}${sep}${marker}`;
  });
}

function isUpperCase(word: string): boolean {
  return word === word.toUpperCase();
}
