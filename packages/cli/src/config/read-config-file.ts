import { type InputFault, readInput } from '@botwright/core/inputs';
import type * as v from 'valibot';
import { CommandFailure } from '../command-failure.ts';

/**
 * Reads a JSON file and checks it.
 *
 * @throws {CommandFailure} Names the file and all its faults.
 * @spec CF1, CF2, CF30, LC6
 */
export async function readConfigFile<const TSchema extends v.GenericSchema>(
  file: string,
  schema: TSchema,
): Promise<v.InferOutput<TSchema>> {
  const refuse = ([first = '', ...faults]: readonly string[]): CommandFailure =>
    new CommandFailure('usage', [`The config file ${file} ${first}`, ...faults]);

  // Loaded only if there is a config: a server without one does not need it.
  const { readJson, readTextFile } = await import('@botwright/testing/files');
  const given = readTextFile(file, { takesPipes: true });
  if ('failed' in given) throw refuse([`cannot be read (${given.failed}).`]);

  const json = readJson(given.text);
  if (!json.ok) {
    const { line, column } = json.place;
    // Shows nothing else of the text: it may have tokens.
    throw refuse([`${json.loss ?? 'is not JSON'} (line ${line} column ${column}).`]);
  }

  const read = readInput(schema, json.value);
  if (!read.ok) throw refuse(['cannot be used:', ...describeFaults(read.faults)]);
  return read.value;
}

/** One line for each fault, with its path in the file. Shows no values: they may be tokens. */
export function describeFaults(faults: readonly InputFault[]): readonly string[] {
  return faults.map(({ field, message }) => `  ${describePath(field)}: ${message}`);
}

/** `brands.0.name` as people write it: `brands[0].name`. */
function describePath(field: string): string {
  return field === '' ? 'the whole' : field.replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]');
}
