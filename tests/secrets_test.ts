import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { createRedactor, hasNewMarker } from "../src/secrets.ts";

const redactor = createRedactor([
  { kind: "api_key", value: "my/own+key in use" },
  { kind: "short", value: "short" },
]);

const LETTERS = "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfGhIjKl";

/** Put together here, so that no scanner takes this file for a leak. */
function fake(prefix: string, length: number): string {
  return prefix + LETTERS.slice(0, length);
}

const PEM = [
  `-----BEGIN RSA ${"PRIVATE"} KEY-----`,
  "MIIEowIBAAKCAQEAx" + LETTERS,
  LETTERS,
  `-----END RSA ${"PRIVATE"} KEY-----`,
].join("\n");

const SECRETS: readonly (readonly [string, string])[] = [
  [fake("sk-", 48), "[redacted:openai]"],
  [fake("sk-proj-", 40), "[redacted:openai]"],
  [fake("sk-test-", 24), "[redacted:openai]"],
  [fake("sk-ant-api03-", 40), "[redacted:anthropic]"],
  [fake("AIza", 35), "[redacted:google]"],
  ["AKIA" + "IOSFODNN7EXAMPLE", "[redacted:aws]"],
  ["id ASIA" + "IOSFODNN7EXAMPLE, next", "id [redacted:aws], next"],
  [`aws_secret_access_key = "${fake("", 40)}"`, 'aws_secret_access_key = "[redacted:secret]"'],
  [`AWS_SECRET_ACCESS_KEY=${fake("", 40)}`, "AWS_SECRET_ACCESS_KEY=[redacted:secret]"],
  [fake("ghp_", 36), "[redacted:github]"],
  [fake("gho_", 36), "[redacted:github]"],
  [fake("ghs_", 36), "[redacted:github]"],
  [fake("github_pat_", 40), "[redacted:github]"],
  [fake("glpat-", 20), "[redacted:gitlab]"],
  ["xox" + "b-1234567890-abcdefghij", "[redacted:slack]"],
  [fake("npm_", 36), "[redacted:npm]"],
  [
    `//registry.example/:_authToken=${fake("npm_", 36)}`,
    "//registry.example/:_authToken=[redacted:npm]",
  ],
  ["eyJhbGciOi" + "JIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl", "[redacted:jwt]"],
  [`Authorization: Bearer ${fake("", 30)}`, "Authorization: Bearer [redacted:bearer]"],
  // As many lines as before: what stands behind it keeps its line number.
  [PEM, "[redacted:private_key]\n\n\n"],
  [`a\n${PEM}\nb`, "a\n[redacted:private_key]\n\n\n\nb"],
  [JSON.stringify(PEM), '"[redacted:private_key]"'],
  [PEM.slice(0, 100), "[redacted:private_key]\n\n"],
  ["postgres://user:hunter2@db/x", "postgres://user:[redacted:password]@db/x"],
  ["https://:tok123@host", "https://:[redacted:password]@host"],
  ["DB_PASSWORD=hunter2", "DB_PASSWORD=[redacted:secret]"],
  ["export MY_TOKEN='abcdef123'", "export MY_TOKEN='[redacted:secret]'"],
  ["CLIENT_SECRET=correcthorse", "CLIENT_SECRET=[redacted:secret]"],
  ["OTHER_API_KEY=abcdef\nA=b", "OTHER_API_KEY=[redacted:secret]\nA=b"],
  ["APIKEY=abcdef12", "APIKEY=[redacted:secret]"],
  ["DB_PASSWORD: hunter2hunter2", "DB_PASSWORD: [redacted:secret]"],
  ['{"api_key": "a1b2c3d4e5"}', '{"api_key": "[redacted:secret]"}'],
  ["password = 'hunter2hunter2'", "password = '[redacted:secret]'"],
  ["api_key: a1b2c3d4e5f6a7b8", "api_key: [redacted:secret]"],
  ["it is my/own+key in use!", "it is [redacted:api_key]!"],
  ["?k=my%2Fown%2Bkey%20in%20use", "?k=[redacted:api_key]"],
];

const ORDINARY: readonly string[] = [
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "550e8400-e29b-41d4-a716-446655440000",
  "short",
  "aVeryLongIdentifierThatNobodyWouldCallShortAtAll_WithNumber42",
  '"integrity": "sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ+LFTGHVxVjcXPs17LhbZVGedAJv8XZ1tvj5FvSg=="',
  "PRIMARY_KEY=abcdefgh",
  "PRIMARY_KEY: int_sequence_12345678",
  "token = getToken()",
  "const token = getToken(user, 12345678);",
  "password: string",
  "password: string;",
  "function login(password: string, token?: string): void",
  "API_KEY=$OTHER_KEY",
  "API_KEY=${{ secrets.API_KEY }}",
  "const API_KEY = process.env.API_KEY;",
  "API_KEY=process.env.API_KEY",
  "api_key: settings.api_key",
  "{ API_KEY: keyFromEnvironment }",
  '"password": "Password"',
  '"token": "Enter your token"',
  "MAX_TOKENS=4096000",
  '"gtoken": "^8.0.0-rc.1"',
  "SUBJECT_TOKEN = 'urn:openai:params:oauth:token-type:x509'",
  "ALL=(root) NOPASSWD: /bin/systemctl restart x",
  "max_tokens: 4096",
  "secret: true",
  "sk-cube-grid",
  "sk-learn-hyperparameter_optimization.py",
  "sk-circle-bounce-animation_duration",
  "sk-folding-cube sk-chasing-dots sk-fading-circle",
  "task-management-is-a-long-word-with-many-dashes",
  "npm_config_registry_and_more_of_it_to_be_long",
  "https://example.com:8080/a@b",
  "http://host/path:with@sign",
  "git@github.com:owner/repo.git",
  "postgres://user:$PASSWORD@db",
  "the line -----BEGIN " + "PRIVATE KEY----- starts a key",
  "eyJ is how JSON begins in base64",
  "token: ${TOKEN}",
  "[redacted:openai] and [redacted:secret]",
  "Bearer of good news",
];

Deno.test("createRedactor().text() replaces secrets, once and for all", async (t) => {
  for (const [text, wanted] of SECRETS) {
    await t.step(wanted, () => {
      assertEquals(redactor.text(text), wanted);
      assertEquals(redactor.text(wanted), wanted);
    });
  }
});

Deno.test("createRedactor().text() leaves ordinary text alone", async (t) => {
  for (const text of ORDINARY) {
    await t.step(text.slice(0, 60), () => assertStrictEquals(redactor.text(text), text));
  }
});

Deno.test("createRedactor().text() changes nothing the second time, whatever stands side by side", () => {
  const pieces = [
    ...SECRETS.map(([text]) => text),
    ...ORDINARY,
    '"',
    "=",
    "\n",
    " ",
    "a",
    "-",
    "@",
  ];
  let seed = 7;
  const next = (below: number) => (seed = (seed * 1103515245 + 12345) % 2 ** 31) % below;
  for (let round = 0; round < 1500; round++) {
    const text = Array.from({ length: 1 + next(5) }, () => pieces[next(pieces.length)]).join("");
    const once = redactor.text(text);
    assertEquals(redactor.text(once), once);
  }
});

Deno.test("createRedactor().text() takes linear time on hostile text", async (t) => {
  // Something quadratic takes minutes for a megabyte of these.
  const hostile = [
    "eyJ",
    "eyJaaaaaa.",
    "eyJaaaaaa.eyJaaaaaa",
    "sk-",
    "sk-a-",
    "a://",
    "a://b:",
    "://:",
    "token",
    "token=",
    'token="',
    "token='a",
    "password: ",
    "api_",
    "-----BEGIN " + "PRIVATE KEY-----",
    "-----BEGIN " + "PRIVATE KEY-----\nAAAAAAAAAAAAAAAAAAAA",
    "-----END ",
    "AKIA",
    "xoxb-",
    "Bearer ",
    "[redacted:",
    "[redacted:a]",
    "A",
    "0",
    "=",
    "\n",
    " ",
    "\\",
    "\\n",
    "SG.",
    "ghp_",
    "Authorization: Basic ",
  ];
  for (const piece of hostile) {
    await t.step(JSON.stringify(piece), () => {
      const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
      const start = performance.now();
      redactor.text(text);
      const elapsed = performance.now() - start;
      assert(elapsed < 5000, `${elapsed} ms`);
    });
  }
});

Deno.test("createRedactor().value() goes deep, keeps what has no secret, and keeps shape", () => {
  const clean = { a: [1, null, true, { b: "text" }] };
  assertStrictEquals(redactor.value(clean), clean);
  const key = fake("ghp_", 36);
  assertEquals(redactor.value({ a: [{ [key]: key }], n: 1 }), {
    a: [{ "[redacted:github]": "[redacted:github]" }],
    n: 1,
  });
  assertEquals(redactor.value({ apiKey: "abc123def" }), { apiKey: "[redacted:secret]" });
  const proto: unknown = JSON.parse(`{"__proto__": "${key}"}`);
  assertEquals(JSON.stringify(redactor.value(proto)), '{"__proto__":"[redacted:github]"}');
});

Deno.test("createRedactor().arguments() rewrites JSON only when something is secret", async (t) => {
  const key = fake("ghp_", 36);
  const cases: readonly (readonly [string, string, string])[] = [
    ["spacing is kept", '{ "a" : 1 }', '{ "a" : 1 }'],
    ["a secret", `{ "a" : "x ${key}" }`, '{"a":"x [redacted:github]"}'],
    ["behind an escape", `{"a":"\\u0067${key.slice(1)}"}`, '{"a":"[redacted:github]"}'],
    ["not JSON", `{"a": "${key}`, '{"a": "[redacted:github]'],
    [
      "too deep",
      "[".repeat(5000) + `"${key}"` + "]".repeat(5000),
      "[".repeat(5000) + '"[redacted:github]"' + "]".repeat(5000),
    ],
  ];
  for (const [name, text, wanted] of cases) {
    await t.step(name, () => assertEquals(redactor.arguments(text), wanted));
  }
});

Deno.test("hasNewMarker() tells markers that were added", async (t) => {
  const cases: readonly (readonly [string | null, string, boolean])[] = [
    [null, "text", false],
    [null, "[redacted:openai]", true],
    ["[redacted:openai]", "x[redacted:openai]y", false],
    ["[redacted:openai]", "[redacted:github]", true],
    ["[redacted:openai]", "[redacted:openai][redacted:openai]", true],
    ["", "[redacted:]", false],
  ];
  for (const [before, after, wanted] of cases) {
    await t.step(`${before} -> ${after}`, () => assertEquals(hasNewMarker(before, after), wanted));
  }
});
