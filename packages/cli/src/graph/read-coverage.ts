import { dirname, resolve } from 'node:path';
import type { DrawnCoverage } from '@botwright/graph';
import { readJson, readTextFile } from '@botwright/testing/files';
import * as v from 'valibot';
import { CommandFailure } from '../command-failure.ts';

const counts = v.record(v.string(), v.number());

const coverageFileSchema = v.object({
  botwright: v.literal(1),
  bots: v.array(v.object({ file: v.string(), blocks: counts, outputs: v.record(v.string(), counts) })),
});

/**
 * Reads the coverage of a bot from a file of `botwright test --coverage-file`. A file about one bot also serves for any
 * other bot.
 *
 * @throws {CommandFailure} When the file cannot be used, or does not have the bot.
 * @spec GR5, BF19, BF23
 */
export function readCoverage(file: string, bot: string): DrawnCoverage {
  const { bots } = parse(file);
  const wanted = resolve(bot);
  const found = bots.find((one) => resolve(one.file) === wanted || resolve(dirname(file), one.file) === wanted);
  const used = found ?? (bots.length === 1 ? bots[0] : undefined);
  if (used !== undefined) return used;
  const names = bots.map((one) => one.file).join(', ');
  const has = bots.length === 0 ? 'it is empty' : `it has ${names}`;
  throw new CommandFailure('usage', `The coverage file ${file} does not have ${bot}: ${has}.`);
}

function parse(file: string): v.InferOutput<typeof coverageFileSchema> {
  const given = readTextFile(file, { takesPipes: true });
  const json = 'text' in given ? readJson(given.text) : undefined;
  if (json?.ok !== true) {
    const reason = 'failed' in given ? given.failed : json?.loss === undefined ? 'it is not JSON' : `it ${json.loss}`;
    throw new CommandFailure('usage', `The coverage file ${file} cannot be read (${reason}).`);
  }
  const parsed = v.safeParse(coverageFileSchema, json.value);
  if (parsed.success) return parsed.output;
  throw new CommandFailure('usage', `${file} is not a file of "botwright test --coverage-file".`);
}
