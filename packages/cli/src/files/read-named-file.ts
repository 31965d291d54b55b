import { type FileBounds, readTextFile } from '@botwright/testing/files';
import { CommandFailure } from '../command-failure.ts';

/**
 * Reads a file that a person named, or that a file names: then `bounds` say where it may be.
 *
 * @throws {CommandFailure} When it cannot be read.
 * @spec BF19, BF20, BF21
 */
export function readNamedFile(file: string, bounds: FileBounds = { takesPipes: true }): string {
  const read = readTextFile(file, bounds);
  if ('text' in read) return read.text;
  throw new CommandFailure('usage', `The file ${file} cannot be read (${read.failed}).`);
}
