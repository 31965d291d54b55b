import { dirname, resolve } from 'node:path';
import { createCatalog } from '@botwright/core/diagram';
import { type BotCoverage, type Coverage, type CoverageReport, createCoverage } from '../block-coverage/coverage.ts';
import type { SimulateOptions } from '../chat/simulate.ts';
import type { TestedBot } from '../chat/tested-bot.ts';
import { type FoundFile, findBotFiles, nameOfFile } from '../files/find-bot-files.ts';
import { readJson } from '../files/read-json.ts';
import { type ReadText, readTextFile } from '../files/text-file.ts';
import { type ReadScenarios, readScenarios, ScenariosUnreadable } from '../scenario/read-scenarios.ts';
import { runScenario, type ScenarioResult } from '../scenario/run-scenario.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { Bots, type BotsOfFile, readBotsOf } from './bots-of-scenarios.ts';
import { type FileFault, faultOfFile } from './read-tested-bot.ts';

/** The ending of names of scenario files. */
export const scenarioFileEnding = /\.scenarios\.(yaml|yml|json)$/;

/** In bytes: YAML takes much longer to read than JSON. */
const largestScenarioFile = 1_048_576;

/** Reads a file of scenarios. @spec TE66, BF19, BF21 */
export function readScenarioText({ path, bounds }: Pick<FoundFile, 'path' | 'bounds'>): ReadText {
  return readTextFile(path, { ...bounds, maxBytes: largestScenarioFile });
}

/** Options of a run. */
export interface RunScenarioFilesOptions
  extends Pick<SimulateOptions, 'blocks' | 'catalog' | 'behaviours' | 'limits' | 'feedback'> {
  /** Files, globs, and folders with every `*.scenarios.yaml`, `.yml` or `.json` below. */
  readonly paths: readonly string[];
  /** The start of relative paths. Default: the working folder of the process. */
  readonly workingFolder?: string;
  /** The files of scenarios must be in this folder; needed if a file named the paths. */
  readonly within?: string;
  /** The family of bots, if neither their file nor the file of scenarios has one. Default `native`. */
  readonly channelFamily?: string;
  /** Selects scenarios by name. Default: all. */
  readonly isWanted?: (name: string) => boolean;
  /** Stop after the first failure. */
  readonly bail?: boolean;
}

/** A file of scenarios, with results. */
export interface ScenarioFileReport {
  /** From the working folder, with slashes; absolute if it is elsewhere. */
  readonly name: string;
  readonly text: string;
  /** Name of the bot's file, once it is known. */
  readonly bot?: string;
  readonly results: readonly ScenarioResult[];
  /** The scenarios of `results`, with their bot and the targets of its jumps. Absent when nothing can be run. */
  readonly tested?: {
    readonly bot: TestedBot;
    readonly bots: Readonly<Record<number, TestedBot>>;
    readonly from: ReadScenarios;
    readonly scenarios: readonly Scenario[];
  };
  /** Scenarios that were not selected, or follow the first failure. */
  readonly notRun: number;
  /** The reasons why its scenarios cannot be run. */
  readonly faults: readonly FileFault[];
}

/** The results of all files, with counts of scenarios and the coverage of all bots. */
export interface ScenarioFilesReport {
  readonly files: readonly ScenarioFileReport[];
  readonly passed: number;
  readonly failed: number;
  /** Scenarios that were not selected, or follow the first failure. */
  readonly notRun: number;
  /** Files of scenarios that cannot be run because they or their bots are unreadable. */
  readonly unreadable: number;
  /** Files of scenarios that cannot be run because their bots break rules. */
  readonly refused: number;
  readonly coverage: CoverageReport;
  /** Name of the file of a covered bot. */
  readonly fileOf: (bot: BotCoverage) => string;
  /** Absolute paths of all files that were read or missing. */
  readonly inputs: readonly string[];
}

/**
 * Runs the scenarios of files with the bots that these name.
 *
 * @throws {LintInputError} When a path does not exist.
 * @spec TE30, TE31, TE32, TE66
 * @example
 * const { failed, files } = runScenarioFiles({ paths: ['bots'] });
 *
 */
export function runScenarioFiles(options: RunScenarioFilesOptions): ScenarioFilesReport {
  const workingFolder = resolve(options.workingFolder ?? '.');
  const found = findBotFiles(options.paths, workingFolder, {
    ending: scenarioFileEnding,
    ...(options.within !== undefined && { within: options.within }),
  });
  const catalog = options.catalog ?? createCatalog(options.blocks);
  const bots = new Bots(workingFolder, catalog, options.channelFamily);
  const run: Run = { options: { ...options, catalog }, bots, coverage: createCoverage(), isStopped: false };
  const files = found.map((file) => runFile(run, file));
  const results = files.flatMap((file) => file.results);
  const failed = results.filter(({ ok }) => !ok).length;
  return {
    files,
    passed: results.length - failed,
    failed,
    notRun: files.reduce((sum, { notRun }) => sum + notRun, 0),
    unreadable: files.filter(({ faults }) => faults.some(({ code }) => code === undefined)).length,
    refused: files.filter(({ faults }) => faults.length > 0 && faults.every(({ code }) => code !== undefined)).length,
    coverage: run.coverage.report(),
    fileOf: ({ diagram }) => bots.names.get(diagram) as string,
    inputs: [...bots.inputs],
  };
}

/** One run of any number of files. */
interface Run {
  readonly options: RunScenarioFilesOptions;
  readonly bots: Bots;
  readonly coverage: Coverage;
  isStopped: boolean;
}

function runFile(run: Run, found: FoundFile): ScenarioFileReport {
  const { name, path } = found;
  run.bots.inputs.add(path);
  const file = readScenarioText(found);
  const refuse = (text: string, faults: readonly FileFault[]) => ({ name, text, results: [], notRun: 0, faults });
  if ('failed' in file) return refuse('', [faultOfFile(name, `The file cannot be read (${file.failed}).`)]);
  const { text } = file;
  const json = name.endsWith('.json') ? readJson(text) : undefined;
  if (json?.ok === false) return refuse(text, [{ message: json.message, place: { file: name, ...json.place }, text }]);
  try {
    const scenarios = readScenarios(text, name);
    const folder = dirname(path);
    const bots = readBotsOf(run.bots, scenarios, folder, text);
    const ran = bots.ok ? runAll(run, scenarios, bots) : [];
    const results = ran.map(([, result]) => result);
    return {
      name,
      text,
      ...(scenarios.bot !== undefined && { bot: nameOfFile(resolve(folder, scenarios.bot), run.bots.workingFolder) }),
      results,
      ...(bots.ok && {
        tested: { bot: bots.bot, bots: bots.bots, from: scenarios, scenarios: ran.map(([scenario]) => scenario) },
      }),
      notRun: bots.ok ? scenarios.scenarios.length - results.length : 0,
      faults: bots.ok ? [] : bots.faults,
    };
  } catch (error) {
    if (!(error instanceof ScenariosUnreadable)) throw error;
    return refuse(
      text,
      error.faults.map((fault) => ({ ...fault, text })),
    );
  }
}

function runAll(
  run: Run,
  file: ReadScenarios,
  { bot, bots }: BotsOfFile,
): readonly (readonly [Scenario, ScenarioResult])[] {
  const { isWanted = () => true, bail = false } = run.options;
  const results: [Scenario, ScenarioResult][] = [];
  for (const scenario of file.scenarios) {
    if (run.isStopped || !isWanted(scenario.name)) continue;
    // The bots were checked when they were read.
    const result = runScenario(scenario, bot, { ...run.options, bots, from: file, unchecked: true });
    run.coverage.add(result);
    results.push([scenario, result]);
    run.isStopped = bail && !result.ok;
  }
  return results;
}
