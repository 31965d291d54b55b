import { type FileBounds, readTextFile } from '@botwright/testing/files';
import { CommandFailure } from '../command-failure.ts';

/**
 * Reads a file that a person or another file names; in the second case `bounds` limit its folder.
 *
 * @throws {CommandFailure} When it cannot be read.
 * @spec BF19, BF20, BF21
 */
export function readNamedFile(file: string, bounds: FileBounds = { takesPipes: true }): string {
  const read = readTextFile(file, bounds);
  if ('text' in read) return read.text;
  throw new CommandFailure('usage', `The file ${file} cannot be read (${read.failed}).`);
}
