import { decodeText, largestFile, tooLarge } from '@botwright/testing/files';
import { CommandFailure } from '../command-failure.ts';

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
    if (length > largestFile) throw unreadable(tooLarge(largestFile));
  }
  const read = decodeText(Buffer.concat(chunks));
  if ('failed' in read) throw unreadable(read.failed);
  return read.text;
}

const unreadable = (reason: string): CommandFailure =>
  new CommandFailure('usage', `The standard input cannot be read (${reason}).`);
