import { type FileBounds, type ReadText, readTextFile } from '@botwright/testing/files';
import { CommandFailure } from '../command-failure.ts';

/**
 * Reads a file that a person or another file names; in the second case `bounds` limit its folder.
 *
 * @throws {CommandFailure} When it cannot be read.
 * @spec BF19, BF20, BF21
 */
export function readNamedFile(file: string, bounds: FileBounds = { takesPipes: true }): string {
  return textOrFailure(readTextFile(file, bounds), file).text;
}

/** @throws {CommandFailure} When the file could not be read. */
export function textOrFailure(read: ReadText, file: string): Extract<ReadText, { readonly text: string }> {
  if ('text' in read) return read;
  throw new CommandFailure('usage', `The file ${file} cannot be read (${read.failed}).`);
}
