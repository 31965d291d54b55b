import { readFile } from 'node:fs/promises';
import { type InputFault, readInput } from '@botwright/core/inputs';
import type * as v from 'valibot';
import { CommandFailure, systemErrorCode } from '../command-failure.ts';

/**
 * Reads a JSON file and checks it.
 *
 * @throws {CommandFailure} Names the file and everything that is wrong in it.
 * @spec CF1, CF2, LC6
 */
export async function readConfigFile<const TSchema extends v.GenericSchema>(
  file: string,
  schema: TSchema,
): Promise<v.InferOutput<TSchema>> {
  const refuse = (problem: string, cause?: unknown): CommandFailure =>
    new CommandFailure('usage', `The config file ${file} ${problem}`, { cause });

  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw refuse(`cannot be read (${systemErrorCode(error) ?? 'unknown reason'}).`, error);
  }

  let input: unknown;
  try {
    input = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw refuse(`is not JSON (${await describePlace(text)}).`);
  }

  const read = readInput(schema, input);
  if (!read.ok) throw refuse(`cannot be used:\n${describeFaults(read.faults)}`);
  return read.value;
}

/** Where it stops to be JSON. Nothing of the text is shown: it may have tokens. */
async function describePlace(text: string): Promise<string> {
  const { findJsonError } = await import('@botwright/testing/files');
  const { line, column } = findJsonError(text.replace(/^\uFEFF/, '')).place;
  return `line ${line} column ${column}`;
}

/** Each fault in a line of its own, with its path as the file has it. Values are not shown: they may be tokens. */
export function describeFaults(faults: readonly InputFault[]): string {
  return faults.map(({ field, message }) => `  ${describePath(field)}: ${message}`).join('\n');
}

/** `brands.0.name` as people write it: `brands[0].name`. */
function describePath(field: string): string {
  return field === '' ? 'the whole' : field.replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]');
}
