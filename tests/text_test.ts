import { assertEquals } from "@std/assert";
import { translations } from "../src/spanish/table.ts";
import { joined, Text, text, verbatim } from "../src/text.ts";

const TABLE = { "{count} ids": "{count} identificadores", "in use by {who}": "en uso por {who}" };

Deno.test("Text.in() translates what stands in it, and leaves data alone", () => {
  const nested = new Text("in use by {who}", { who: new Text("{count} ids", { count: 2 }) });
  assertEquals(nested.in(TABLE), "en uso por 2 identificadores");
  // Data that looks like a text of ours, or like a name in braces, is still data.
  assertEquals(
    new Text("in use by {who}", { who: "{count} ids" }).in(TABLE),
    "en uso por {count} ids",
  );
  assertEquals(new Text("in use by {who}", { who: "$& {who}" }).in(TABLE), "en uso por $& {who}");
});

Deno.test("Text is English as a string and in JSON", () => {
  const told = new Text("{count} ids", { count: 2 });
  assertEquals(`${told}`, "2 ids");
  assertEquals(JSON.stringify({ told }), '{"told":"2 ids"}');
});

Deno.test("Text.in() takes nothing from the prototype of a table or of its values", () => {
  assertEquals(new Text("constructor").in(TABLE), "constructor");
  assertEquals(new Text("{toString}").in(TABLE), "{toString}");
});

Deno.test("verbatim() and joined() hold what they are given, whatever it is", () => {
  assertEquals(verbatim("{words} $1").in(TABLE), "{words} $1");
  const list = joined([new Text("{count} ids", { count: 1 }), "{0}"], "; ");
  assertEquals(list.in(TABLE), "1 identificadores; {0}");
});

Deno.test("Text.mapped() changes data, however deep it stands, and no words of ours", () => {
  const told = new Text("{count} ids of {who}", {
    count: 2,
    who: new Text("in use by {who}", { who: "in" }),
  });
  assertEquals(told.mapped((data) => data.toUpperCase()).in(TABLE), "2 ids of en uso por IN");
});

Deno.test("text() does not compile without a translation, or without its values", () => {
  // `deno check` fails on an expectation that does not hold.
  // @ts-expect-error There is no translation.
  text("This stands in no table");
  // @ts-expect-error A value is missing.
  text("interrupted by {signal}");
  // @ts-expect-error A value has another name.
  text("interrupted by {signal}", { name: "SIGINT" });
  assertEquals(
    String(text("interrupted by {signal}", { signal: "SIGINT" })),
    "interrupted by SIGINT",
  );
});

Deno.test("translations() does not compile with other names in braces", () => {
  // @ts-expect-error One is missing.
  translations({ "in use by {who}": "en uso" });
  // @ts-expect-error One is too many.
  translations({ "in use": "en uso por {who}" });
  assertEquals(translations({ "{a} {b}": "{b} {a}" }), { "{a} {b}": "{b} {a}" });
});
