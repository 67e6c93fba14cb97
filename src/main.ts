/**
 * The entry. What needs no parser of command lines is answered at once; the program is loaded for the
 * rest. Nothing else ends the process.
 */

import { quickAnswer } from "./cli/quick_answer.ts";

const answered = await quickAnswer(Deno.args);
if (answered) Deno.exit(0);
const { runProgram } = await import("./program.ts");
Deno.exit(await runProgram(Deno.exit));
