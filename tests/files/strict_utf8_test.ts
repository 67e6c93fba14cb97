import { assertEquals, assertThrows } from "@std/assert";
import { decodeUtf8 } from "../../src/files/strict_utf8.ts";

Deno.test("decodeUtf8() gives back every text, and refuses what is none", async (t) => {
  const texts = ["", "plain", "añade", "日本 👩‍💻", "\ufffd", "a\ufffdb\0c", "\u{10ffff}"];
  for (const text of texts) {
    await t.step(JSON.stringify(text), () => {
      assertEquals(decodeUtf8(new TextEncoder().encode(text)), text);
    });
  }
  const broken = [[0xff], [0x61, 0x80], [0xc3], [0xed, 0xa0, 0xbd], [0xf4, 0x90, 0x80, 0x80]];
  for (const bytes of broken) {
    await t.step(bytes.map((byte) => byte.toString(16)).join(" "), () => {
      assertThrows(() => decodeUtf8(new Uint8Array(bytes)), TypeError);
      // A text may hold what stands for broken bytes, and broken bytes too.
      const both = [...new TextEncoder().encode("\ufffd"), ...bytes];
      assertThrows(() => decodeUtf8(new Uint8Array(both)), TypeError);
    });
  }
});
