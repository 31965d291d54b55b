import { decodeText, type FileBounds, largestFile, readTextFile, tooLarge } from '@botwright/testing/files';
import { CommandFailure } from '../command-failure.ts';

/**
 * Reads a file that a person or another file names; in the second case `bounds` limit its folder.
 *
 * @throws {CommandFailure} When it cannot be read.
 * @spec BF19, BF20, BF21
 */
export function readNamedFile(file: string, bounds: FileBounds = { takesPipes: true }): string {
  return textOrFailure(readTextFile(file, bounds), `file ${file}`).text;
}

/** @param name - As in `file bots/a.json`. @throws {CommandFailure} When it could not be read. */
export function textOrFailure<T extends { readonly text: string }>(
  read: T | { readonly failed: string },
  name: string,
): T {
  if ('failed' in read) throw new CommandFailure('usage', `The ${name} cannot be read (${read.failed}).`);
  return read;
}

/**
 * Reads all of standard input, like a file.
 *
 * @throws {CommandFailure} When it is too large, or not text.
 * @spec BF21, LC4, BP1
 */
export async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > largestFile) return textOrFailure({ failed: tooLarge(largestFile) }, 'standard input').text;
  }
  return textOrFailure(decodeText(Buffer.concat(chunks)), 'standard input').text;
}
