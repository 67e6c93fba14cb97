/** The bundle that a person names. */

import { ArchitectError, textOf } from "../errors.ts";
import { concat } from "../files/concat.ts";
import { RefusedFileError } from "../files/regular_file.ts";
import { readWorkspaceFile } from "../files/workspace_file.ts";
import { insideWorkspace } from "../config/inside_workspace.ts";
import { MAX_BUNDLE_BYTES } from "../session/mod.ts";
import { text } from "../text.ts";

/** Where a bundle is read. */
export interface BundleSource {
  /** Real path of the workspace. */
  readonly workspace: string;
  /** Where `-` reads. Default: the process's stdin. */
  readonly stdin?: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** More is not read. Default: what no session fills. */
  readonly maxBytes?: number;
}

/**
 * Reads a bundle whole, or stdin for `-`: a bundle that lies elsewhere is piped in.
 *
 * Needs read permission for the workspace.
 *
 * @param file As the user gave it: relative to the workspace or absolute; `-` for stdin.
 * @param source Where to look.
 * @returns Its bytes, unchecked.
 * @throws {ArchitectError} `usage`: it lies outside, is not there, no regular file, or cannot be read;
 * `session_too_large`.
 */
export async function readBundleFile(
  file: string,
  source: BundleSource,
): Promise<Uint8Array<ArrayBuffer>> {
  const { workspace, maxBytes = MAX_BUNDLE_BYTES } = source;
  if (file === "-") return await readAll(source.stdin ?? Deno.stdin.readable, maxBytes);
  const path = await insideWorkspace(file, workspace, "<file>");
  try {
    return (await readWorkspaceFile(path, { maxBytes })).bytes;
  } catch (error) {
    if (error instanceof RefusedFileError && error.kind === "too_large") throw tooLarge(file);
    const why = error instanceof Deno.errors.NotFound
      ? text("there is no such file")
      : error instanceof RefusedFileError
      ? error.reason
      : textOf(error);
    const message = text("Cannot read {file}: {why}", { file: JSON.stringify(file), why });
    throw new ArchitectError("usage", message, {
      cause: error,
      suggestion: text("Give a file that this made: {command}", {
        command: "architect sessions export ID --format bundle",
      }),
    });
  }
}

async function readAll(
  stdin: ReadableStream<Uint8Array<ArrayBuffer>>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of stdin) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge("-");
    chunks.push(chunk);
  }
  return concat(chunks);
}

function tooLarge(file: string): ArchitectError {
  return new ArchitectError(
    "session_too_large",
    text("Cannot read {file}: it is larger than any bundle", { file: JSON.stringify(file) }),
    { suggestion: text("Nothing was imported.") },
  );
}
