import { existsSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import {
  appendScenario,
  type ReadScenarios,
  readScenarios,
  type Scenario,
  type ScenarioFile,
  ScenariosUnreadable,
  writeScenarios,
} from '@botwright/testing';
import { readScenarioText } from '@botwright/testing/scenario-files';
import { CommandFailure, unwritable } from '../command-failure.ts';
import { textOrFailure } from '../files/read-input.ts';

/** The target of a recorded scenario. */
export interface ScenarioTarget {
  /** The current content of the file; absent when it does not exist. */
  readonly existing?: ReadScenarios;
  /** Writes a new file, or adds to an existing one. @returns The text to print if there is no file. */
  write(content: Omit<ScenarioFile, 'scenarios'>, scenario: Scenario): string | undefined;
  /** The path of a file, as the file of scenarios names it. */
  pathFrom(file: string): string;
}

/**
 * Checks that a scenario can be written to a file, before the conversation.
 *
 * @param out - The file; without it the scenario is printed.
 * @param bot - The file of the bot, if any.
 * @throws {CommandFailure} When it cannot, or when the file has scenarios of another bot.
 * @spec RC6
 */
export function openTarget(out: string | undefined, bot: string | undefined): ScenarioTarget {
  const folder = out === undefined ? process.cwd() : dirname(resolve(out));
  const pathFrom = (file: string): string => relative(folder, resolve(file)).split(sep).join('/');
  if (out === undefined) {
    return { pathFrom, write: (content, scenario) => writeScenarios({ ...content, scenarios: [scenario] }) };
  }
  if (!/\.(ya?ml|json)$/.test(out)) {
    throw new CommandFailure('usage', `The file ${out} would be neither YAML nor JSON: end it in .scenarios.yaml.`);
  }
  const existing = existsSync(out) ? readFrom(out) : undefined;
  if (existing?.bot !== undefined && bot !== undefined && resolve(folder, existing.bot) !== resolve(bot)) {
    throw new CommandFailure('usage', `The scenarios of ${out} are of another bot: ${existing.bot}.`);
  }
  return {
    ...(existing && { existing }),
    pathFrom,
    write(content, scenario) {
      writeText(out, existsSync(out) ? appendTo(out, scenario) : newFile(out, { ...content, scenarios: [scenario] }));
      return undefined;
    },
  };
}

function newFile(out: string, file: ScenarioFile): string {
  return out.endsWith('.json') ? `${JSON.stringify(file, null, 2)}\n` : writeScenarios(file);
}

const readText = (out: string) => textOrFailure(readScenarioText({ path: out, bounds: {} }), `file ${out}`);

/** Reads the file again: it may have changed during the conversation. */
function appendTo(out: string, scenario: Scenario): string {
  const read = readText(out);
  const { text, mark, readShared } = read;
  readFrom(out, read);
  return mark + appendScenario(text, scenario, { readShared });
}

function readFrom(out: string, { text, readShared } = readText(out)): ReadScenarios {
  try {
    return readScenarios(text, out, readShared);
  } catch (error) {
    if (!(error instanceof ScenariosUnreadable)) throw error;
    throw new CommandFailure('usage', error.message.split('\n'), { cause: error });
  }
}

function writeText(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw unwritable(file, error);
  }
}
