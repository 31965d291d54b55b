import { basename, resolve } from 'node:path';
import { createCatalog } from '@botwright/core/diagram';
import { createCoverage, type Tally } from '../block-coverage/coverage.ts';
import type { SimulateOptions } from '../chat/simulate.ts';
import { findBotFiles, nameOfFile } from '../files/find-bot-files.ts';
import { readBotFile } from '../files/read-bot-file.ts';
import { readTextFile } from '../files/text-file.ts';
import { scenarioSkeletons } from '../paths/scenario-skeletons.ts';
import { runScenario } from '../scenario/run-scenario.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { writeScenarios } from '../scenario/write-scenarios.ts';
import { type FileFault, faultOfFile, readTestedBot } from './read-tested-bot.ts';
import { scenarioFileEnding } from './run-scenario-files.ts';

/** The bots of new scenarios. */
export interface SkeletonFilesOptions extends Pick<SimulateOptions, 'blocks' | 'catalog' | 'behaviours' | 'limits'> {
  /** Bot files, globs, and folders with every bot below. */
  readonly paths: readonly string[];
  /** The start of relative paths. Default: the working folder of the process. */
  readonly workingFolder?: string;
  /** The bots must be in this folder; needed if a file named the paths. */
  readonly within?: string;
  /** The family of bots whose file has none. Default `native`. */
  readonly channelFamily?: string;
}

/** A file of scenarios for a bot, for the caller to write; or the reason of the failure. */
export type SkeletonFile =
  | {
      readonly ok: true;
      /** Name of the bot's file, from the working folder. */
      readonly bot: string;
      /** Name and absolute path of the file to write, next to the bot's. */
      readonly name: string;
      readonly path: string;
      readonly text: string;
      readonly scenarios: number;
      /** Remaining work: outputs that no scenario takes, with reasons. */
      readonly todos: readonly string[];
      readonly outputTally: Tally;
    }
  | { readonly ok: false; readonly bot: string; readonly faults: readonly FileFault[] };

/**
 * Makes a file of scenarios for each bot, along paths that take every output.
 *
 * @throws {LintInputError} When a path does not exist.
 * @spec TE34
 */
export function skeletonFiles(options: SkeletonFilesOptions): readonly SkeletonFile[] {
  const workingFolder = resolve(options.workingFolder ?? '.');
  const context = { ...options, catalog: options.catalog ?? createCatalog(options.blocks) };
  return findBotFiles(options.paths, workingFolder, options.within === undefined ? {} : { within: options.within })
    .filter(({ name }) => !scenarioFileEnding.test(name))
    .flatMap(({ name, path, isNamed, bounds }): readonly SkeletonFile[] => {
      const file = readTextFile(path, bounds);
      if ('failed' in file) {
        return [{ ok: false, bot: name, faults: [faultOfFile(name, `The file cannot be read (${file.failed}).`)] }];
      }
      const read = readBotFile(file.text);
      // A folder contains other JSON files, too.
      if (!read.ok && read.isOther && !isNamed) return [];
      return [skeletonFile({ name, path, text: file.text }, context, workingFolder)];
    });
}

function skeletonFile(
  { name, path, text }: { readonly name: string; readonly path: string; readonly text: string },
  options: SkeletonFilesOptions,
  workingFolder: string,
): SkeletonFile {
  const { channelFamily } = options;
  const read = readTestedBot({ name, text }, options);
  if (!read.ok) return { ok: false, bot: name, faults: read.faults };
  const { bot } = read;
  const simulation = { ...options, unchecked: true };
  const skeletons = scenarioSkeletons(bot, simulation);
  const coverage = createCoverage();
  for (const { scenario } of skeletons) coverage.add(runScenario(scenario, bot, simulation));
  const notes = new Map(skeletons.map(({ scenario, todo }): [Scenario, string | undefined] => [scenario, todo]));
  const content = {
    bot: basename(path),
    ...(channelFamily !== undefined && { channel_family: channelFamily }),
    scenarios: skeletons.map(({ scenario }) => scenario),
  };
  const target = `${path.replace(/\.json$/, '')}.scenarios.yaml`;
  return {
    ok: true,
    bot: name,
    name: nameOfFile(target, workingFolder),
    path: target,
    text: writeScenarios(content, notes),
    scenarios: skeletons.length,
    todos: skeletons.flatMap(({ todo }) => todo ?? []),
    outputTally: coverage.report().outputTally,
  };
}
