import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type Scenario, writeScenarios } from '@botwright/testing';
import { systemErrorCode, unwritable } from '../command-failure.ts';
import { printable } from '../printing/printable.ts';

/** Scenarios for a bot, with remaining work. */
export interface FoundScenarios {
  /** Name of the bot's file. */
  readonly file: string;
  readonly scenarios: readonly Scenario[];
  readonly notes: ReadonlyMap<Scenario, string>;
  readonly channelFamily: string | undefined;
}

/** A file of scenarios as YAML. */
export function scenarioText({ file, scenarios, notes, channelFamily }: FoundScenarios): string {
  const family = channelFamily === undefined ? {} : { channel_family: channelFamily };
  return writeScenarios({ bot: basename(file), ...family, scenarios }, notes);
}

/**
 * Writes scenarios next to their bot, and reports it on standard error. Overwrites no file.
 *
 * @param kind - Part of the name of the file.
 * @throws {CommandFailure} When the file cannot be written.
 * @spec MU21
 */
export function writeFound(kind: string, found: FoundScenarios): void {
  const target = `${found.file.replace(/\.json$/, '')}.${kind}.scenarios.yaml`;
  const { length } = found.scenarios;
  try {
    writeFileSync(target, scenarioText(found), { flag: 'wx' });
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw unwritable(target, error);
    process.stderr.write(`left ${printable(target)}, which already exists\n`);
    return;
  }
  process.stderr.write(`wrote ${printable(target)}: ${length} ${length === 1 ? 'scenario' : 'scenarios'}\n`);
}
