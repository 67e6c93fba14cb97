import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { ValidationError } from "@cliffy/command";
import { createCli } from "../../src/cli.ts";
import { beforeLiterals } from "../../src/cli/before_literals.ts";
import { refuseEmptyValues, usageError } from "../../src/cli/usage.ts";
import type { ArchitectError } from "../../src/errors.ts";
import { translationInto } from "../../src/language.ts";

const translate = await translationInto("es");

/** What is said of a command line that the parser refuses. */
async function refused(...args: readonly string[]): Promise<ArchitectError> {
  const cli = createCli(() => Promise.resolve());
  const error = await assertRejects(async () => await cli.parse([...args]), ValidationError);
  return usageError(error, args);
}

Deno.test("beforeLiterals() ends at --", () => {
  assertEquals(beforeLiterals(["run", "--", "--json"]), ["run"]);
  assertEquals(beforeLiterals(["run", "--json"]), ["run", "--json"]);
});

Deno.test("refuseEmptyValues() refuses a flag whose value is an unset variable", () => {
  const error = assertThrows(() => refuseEmptyValues(["run", "--session=", "fix it"]), Error);
  assertEquals(error.message, 'Cannot use --session "": it is empty');
});

Deno.test("refuseEmptyValues() lets = pass in values and after --", () => {
  refuseEmptyValues(["run", "--model=a=", "x=", "--", "--session="]);
});

Deno.test("usageError() names --session and --no-session, not a flag given twice", async () => {
  const error = await refused("run", "--session", "a", "--no-session", "x");
  assertEquals(error.message, "Cannot use --session together with --no-session");
  assertEquals(translate(error.text), "No se puede usar --session junto con --no-session");
  assertEquals(error.exitCode, 3);
});

Deno.test("usageError() tells how to see what the command takes", async () => {
  const { suggestion } = await refused("sessions", "show");
  assertEquals(String(suggestion), "Run `architect sessions show --help` for what it takes.");
  assertEquals(
    translate(suggestion!),
    "Ejecute `architect sessions show --help` para ver lo que admite.",
  );
});

/** Everything that Cliffy can say of a command line of ours. */
const CLIFFY: readonly (readonly [args: readonly string[], english: string, spanish: string])[] = [
  [
    ["sesions"],
    'Unknown command "sesions". Did you mean command "sessions"?',
    'Comando desconocido "sesions". ¿Quería decir el comando "sessions"?',
  ],
  [
    ["completions", "bsh"],
    'Unknown command "bsh". Did you mean command "bash"?',
    'Comando desconocido "bsh". ¿Quería decir el comando "bash"?',
  ],
  [
    ["run", "x", "--jsn"],
    'Unknown option "--jsn". Did you mean option "--json"?',
    'Opción desconocida "--jsn". ¿Quería decir la opción "--json"?',
  ],
  [
    ["schema", "-x"],
    'Unknown option "-x". Did you mean option "-h"?',
    'Opción desconocida "-x". ¿Quería decir la opción "-h"?',
  ],
  [
    ["run", "x", "---json"],
    'Invalid option "---json". Did you mean option "--json"?',
    'Opción no válida "---json". ¿Quería decir la opción "--json"?',
  ],
  [
    ["run", "x", "--model", "a", "--model", "b"],
    'Option "--model" can only occur once, but was found several times',
    'La opción "--model" solo puede indicarse una vez, y aparece varias',
  ],
  [
    ["--lang", "es", "sessions", "--lang", "es"],
    'Option "--lang" can only occur once, but was found several times',
    'La opción "--lang" solo puede indicarse una vez, y aparece varias',
  ],
  [
    ["sessions", "--lang"],
    'Missing value for option "--lang"',
    'Falta el valor de la opción "--lang"',
  ],
  [
    ["run", "x", "--json=yes"],
    'Option "--json" doesn\'t take a value, but got "yes"',
    'La opción "--json" no admite ningún valor, pero recibió "yes"',
  ],
  [
    ["sessions", "--json", "--help"],
    'Option "--help" cannot be combined with other options',
    'La opción "--help" no puede combinarse con otras opciones',
  ],
  [
    ["run", "x", "-v", "--quiet"],
    'Option "--verbose" conflicts with option "--quiet"',
    'La opción "--verbose" es incompatible con la opción "--quiet"',
  ],
  [
    ["schema", "x"],
    'No arguments allowed for command "architect schema"',
    'El comando "architect schema" no admite argumentos',
  ],
  [["sessions", "fork"], "Missing argument(s): id", "Argumentos que faltan: id"],
  [["run", "fix", "it", "all"], "Too many arguments: it all", "Demasiados argumentos: it all"],
  [
    ["sessions", "--json", "show", "last"],
    "Too many arguments: show last",
    "Demasiados argumentos: show last",
  ],
];

Deno.test("usageError() says in both languages what Cliffy says", async (t) => {
  for (const [args, english, spanish] of CLIFFY) {
    await t.step(args.join(" "), async () => {
      const { message, text } = await refused(...args);
      assertEquals([message, String(text), translate(text)], [english, english, spanish]);
    });
  }
});

Deno.test("usageError() takes nothing that was given for words of Cliffy's", async (t) => {
  const given = [
    'a". Did you mean command "b"?',
    "{name} {meant}",
    "a\nb.",
    "$& $1",
  ];
  for (const name of given) {
    await t.step(name, async () => {
      const { message, text } = await refused(name);
      const [, meant] = /.* "(\w+)"\?$/s.exec(message) ?? [];
      assertEquals(message, `Unknown command "${name}". Did you mean command "${meant}"?`);
      assertEquals(
        translate(text),
        `Comando desconocido "${name}". ¿Quería decir el comando "${meant}"?`,
      );
    });
  }
});

Deno.test("usageError() passes on what it does not know, without a final point", () => {
  const { message, text } = usageError(new ValidationError("Something else."), ["run"]);
  assertEquals([message, translate(text)], ["Something else", "Something else"]);
});

Deno.test("usageError() says in both languages what our own checks say", async (t) => {
  const cases: readonly (readonly [readonly string[], string, string])[] = [
    [[], "Cannot start: there is no command", "No se puede empezar: falta el comando"],
    [
      ["run"],
      "Cannot start a run: there is no prompt",
      "No se puede empezar una ejecución: falta la instrucción",
    ],
    [
      ["run", ""],
      'Cannot use <prompt> "": it is empty',
      'No se puede usar <prompt> "": no contiene nada',
    ],
    [
      ["resume", "last", "--session", "2026"],
      'Cannot use --session "2026": resume was given <id> "last"',
      'No se puede usar --session "2026": resume recibió <id> "last"',
    ],
    [
      ["sessions", "--lang", "fr"],
      'Cannot use --lang "fr": one of en, es is wanted',
      'No se puede usar --lang "fr": se espera uno de en, es',
    ],
    [
      ["completions", "zsh", "--name", "{value}"],
      'Cannot use --name "{value}": a file name of letters, digits, "_", ".", "+" and "-" is wanted',
      'No se puede usar --name "{value}": se espera un nombre de archivo con letras, cifras, "_", ".", "+" y "-"',
    ],
  ];
  for (const [args, english, spanish] of cases) {
    await t.step(args.join(" "), async () => {
      const { message, text } = await refused(...args);
      assertEquals([message, translate(text)], [english, spanish]);
    });
  }
});
