import { assertEquals, assertStringIncludes } from "@std/assert";
import { redactLines } from "../src/secret_lines.ts";
import { createRedactor } from "../src/secrets.ts";

const redactor = createRedactor([{ kind: "api_key", value: "correct horse battery" }]);
const BODY = Array.from({ length: 8 }, (_, n) => `MIIEvQ${n}IBADANBgkqhkiG9w0BAQEFAASC`).join("\n");
const PEM = `-----BEGIN PRIVATE KEY-----\n${BODY}\n-----END PRIVATE KEY-----`;

/** What is given for a text that arrives in pieces of so many characters. */
function given(text: string, size: number): string[] {
  const push = redactLines(redactor);
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += size) pieces.push(push(text.slice(at, at + size)));
  return pieces.filter((piece) => piece !== "");
}

Deno.test("redactLines() gives whole lines, and what it gives is what redacting it all gives", async (t) => {
  const texts: readonly (readonly [string, string])[] = [
    ["plain", "one\n\ntwo\r\nthree añadido 🎉\n"],
    ["a key in use", "say correct horse battery twice:\ncorrect horse battery\n"],
    ["a key of a known shape", "the id is AKIAIOSFODNN7EXAMPLE and\nAPI_TOKEN=abcdef123456\n"],
    ["a private key", `before\n${PEM}\nafter\n`],
    ["a private key between other text", `see: ${PEM} there\nafter\n`],
    ["two private keys, one line between", `${PEM}\nand\n${PEM}\n`],
    ["two private keys that share a line", `${PEM} ${PEM}\nafter\n`],
    ["an end without a beginning", `-----END PRIVATE KEY-----\nafter\n`],
    ["a beginning in a key", `-----BEGIN PRIVATE KEY-----\n${PEM}\nafter\n`],
    ["a certificate, which is none", "-----BEGIN CERTIFICATE-----\nMIIEvQIBADANBgkqhkiG\nafter\n"],
    ["markers", "[redacted:openai] and [redacted:x\n]\n"],
  ];
  for (const [name, text] of texts) {
    await t.step(name, () => {
      for (const size of [1, 2, 3, 7, 26, 80, text.length]) {
        const pieces = given(text, size);
        assertEquals(pieces.join(""), redactor.text(text), `in pieces of ${size}`);
        assertEquals(pieces.filter((piece) => !piece.endsWith("\n")), []);
      }
    });
  }
});

Deno.test("redactLines() gives nothing of a secret that is cut anywhere", async (t) => {
  const texts = [`correct horse battery`, `AKIAIOSFODNN7EXAMPLE`, PEM];
  for (const secret of texts) {
    await t.step(secret.slice(0, 20), () => {
      for (let cut = 0; cut <= secret.length; cut++) {
        const push = redactLines(redactor);
        const seen = push(`first\n${secret.slice(0, cut)}`);
        assertEquals(seen, "first\n");
        const rest = push(`${secret.slice(cut)}\nlast\n`);
        for (const line of secret.split("\n")) assertEquals(rest.includes(line), false, rest);
        assertStringIncludes(rest, "last\n");
      }
    });
  }
});

Deno.test("redactLines() holds a private key whose end never comes", () => {
  const [open = ""] = PEM.split("\n-----END");
  assertEquals(given(`before\n${open}\n${"and so on\n".repeat(5000)}`, 100).join(""), "before\n");
});

Deno.test("redactLines() holds everything when a key in use has several lines", () => {
  const push = redactLines(createRedactor([{ kind: "k", value: "first half\nsecond half" }]));
  assertEquals(push("plain\nfirst half\nsecond half\n"), "");
});

Deno.test("redactLines() takes linear time in a line and in a key that do not end", () => {
  const push = redactLines(redactor);
  const started = performance.now();
  for (let n = 0; n < 200_000; n++) push("x");
  push("\n-----BEGIN PRIVATE KEY-----\n");
  for (let n = 0; n < 100_000; n++) push("MIIEvQIBADANBgkq\n");
  // Quadratic, it would take minutes.
  assertEquals(performance.now() - started < 10_000, true);
});
