import { dirname, resolve } from 'node:path';
import { type Catalog, createCatalog } from '@botwright/core/diagram';
import { type BotCoverage, type CoverageReport, createCoverage } from '../block-coverage/coverage.ts';
import type { SimulateOptions } from '../chat/simulate.ts';
import type { TestedBot } from '../chat/tested-bot.ts';
import { type FoundFile, findBotFiles, nameOfFile } from '../files/find-bot-files.ts';
import { projectFolderOf } from '../files/project-folder.ts';
import { readJson } from '../files/read-json.ts';
import { type ReadText, readTextFile } from '../files/text-file.ts';
import type { ReadShared } from '../scenario/expand-scenarios.ts';
import { type ReadScenarios, readScenarios } from '../scenario/read-scenarios.ts';
import { runScenario, type ScenarioResult } from '../scenario/run-scenario.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { ScenariosUnreadable } from '../scenario/scenario-text.ts';
import { Bots, type BotsOfFile, readBotsOf } from './bots-of-scenarios.ts';
import { type FileFault, faultOfFile } from './read-tested-bot.ts';

/** The ending of names of scenario files. */
export const scenarioFileEnding = /\.scenarios\.(yaml|yml|json)$/;

/** In bytes: YAML takes much longer to read than JSON. */
const largestScenarioFile = 1_048_576;

/**
 * Reads a file of scenarios.
 *
 * @returns With a function that reads the files of shared steps that it names.
 * @spec TE66, BF19, BF21, SF2
 */
export function readScenarioText(
  { path, bounds }: Pick<FoundFile, 'path' | 'bounds'>,
  workingFolder = resolve('.'),
):
  | Extract<ReadText, { readonly failed: string }>
  | (Exclude<ReadText, { readonly failed: string }> & { readonly readShared: ReadShared }) {
  const file = readTextFile(path, { ...bounds, maxBytes: largestScenarioFile });
  if ('failed' in file) return file;
  const folder = dirname(path);
  const readShared: ReadShared = (named) => {
    const within = projectFolderOf(resolve(folder), workingFolder);
    const shared = resolve(folder, named);
    const read = readTextFile(shared, { within, maxBytes: largestScenarioFile });
    return 'failed' in read ? read : { name: nameOfFile(shared, workingFolder), text: read.text };
  };
  return { ...file, readShared };
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
  /** Selects scenarios by name and tags. Default: all. */
  readonly isWanted?: (name: string, tags: readonly string[]) => boolean;
  /** Runs one part of the selected scenarios: of `count` parts the one of this number, from 1. */
  readonly shard?: { readonly number: number; readonly count: number };
  /** Refuses files with a scenario that has `only`. */
  readonly forbidsOnly?: boolean;
  /** Stop after the first failure. */
  readonly bail?: boolean;
}

/** A scenario that has `skip`. */
export interface SkippedScenario {
  /** From the scenario. */
  readonly name: string;
  /** In the scenario's words. */
  readonly reason: string;
}

/** A file of scenarios, with results. */
export interface ScenarioFileReport<TResult = ScenarioResult> {
  /** From the working folder, with slashes; absolute if it is elsewhere. */
  readonly name: string;
  /** The content of the file; empty if it cannot be read. */
  readonly text: string;
  /** Name of the bot's file, once it is known. */
  readonly bot?: string;
  /** Results of the scenarios that ran, in the order of the file. */
  readonly results: readonly TResult[];
  /** Selected scenarios that have `skip`. */
  readonly skipped: readonly SkippedScenario[];
  /** The scenarios of `results`, with their bot and the targets of its jumps. Absent when nothing can be run. */
  readonly tested?: {
    readonly bot: TestedBot;
    readonly bots: Readonly<Record<number, TestedBot>>;
    readonly from: ReadScenarios;
    readonly scenarios: readonly Scenario[];
  };
  /** Scenarios that were not selected, or follow the first failure. */
  readonly notRun: number;
  /** Texts of the files of shared steps, by their names in places. */
  readonly sharedTexts: ReadonlyMap<string, string>;
  /** The reasons why its scenarios cannot be run. */
  readonly faults: readonly FileFault[];
}

/** The results of all files, with counts of scenarios and the coverage of all bots. */
export interface ScenarioFilesReport<TResult = ScenarioResult> {
  /** In the order of `paths`; the files of a folder by name. */
  readonly files: readonly ScenarioFileReport<TResult>[];
  /** Number of scenarios in all files. */
  readonly passed: number;
  /** Number of scenarios in all files. */
  readonly failed: number;
  /** Number of scenarios in all files. */
  readonly skipped: number;
  /** Scenarios that were not selected, or follow the first failure. */
  readonly notRun: number;
  /** Files of scenarios that cannot be run because they or their bots are unreadable. */
  readonly unreadable: number;
  /** Files of scenarios that cannot be run because their bots break rules. */
  readonly refused: number;
  /** The blocks and outputs that all scenarios together took, by bot. */
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
  const catalog = options.catalog ?? createCatalog(options.blocks);
  const coverage = createCoverage();
  const { files, bots } = findScenarios({ ...options, catalog });
  let isStopped = false;
  const reports = files.map(({ report, chosen, others, from, botsOfFile }) => {
    const results: ScenarioResult[] = [];
    const scenarios: Scenario[] = [];
    for (const scenario of chosen) {
      if (isStopped || botsOfFile === undefined) break;
      // The bots were checked when they were read.
      const run = { ...options, catalog, bots: botsOfFile.bots, from, unchecked: true };
      const result = runScenario(scenario, botsOfFile.bot, run);
      coverage.add(result);
      results.push(result);
      scenarios.push(scenario);
      isStopped = options.bail === true && !result.ok;
    }
    const tested = botsOfFile && { bot: botsOfFile.bot, bots: botsOfFile.bots, from, scenarios };
    return { ...report, ...(tested && { tested }), results, notRun: others + chosen.length - results.length };
  });
  return reportOf(reports, bots, coverage.report());
}

/** A file of scenarios before the run. */
export interface PlannedFile {
  readonly report: Omit<ScenarioFileReport<never>, 'results' | 'notRun'>;
  readonly chosen: readonly Scenario[];
  /** Scenarios that were not selected. */
  readonly others: number;
  readonly from: ReadScenarios;
  /** Absent if the bots are not read, or cannot be. */
  readonly botsOfFile?: BotsOfFile;
}

/** Counts the results of files. */
export function reportOf<TResult extends { readonly ok: boolean }>(
  files: readonly ScenarioFileReport<TResult>[],
  bots: Bots,
  coverage: CoverageReport,
): ScenarioFilesReport<TResult> {
  const results = files.flatMap((file) => file.results);
  const failed = results.filter(({ ok }) => !ok).length;
  return {
    files,
    passed: results.length - failed,
    failed,
    skipped: files.reduce((sum, { skipped }) => sum + skipped.length, 0),
    notRun: files.reduce((sum, { notRun }) => sum + notRun, 0),
    unreadable: files.filter(({ faults }) => faults.some(({ code }) => code === undefined)).length,
    refused: files.filter(({ faults }) => faults.length > 0 && faults.every(({ code }) => code !== undefined)).length,
    coverage,
    fileOf: ({ diagram }) => bots.names.get(diagram) as string,
    inputs: [...bots.inputs],
  };
}

interface FindOptions extends RunScenarioFilesOptions {
  readonly catalog: Catalog;
  /** Whether the bots of scenarios are read. Default yes. */
  readonly readsBots?: boolean;
}

/** Finds the files of scenarios, reads them, and selects scenarios. @spec TE30, SF7, SF8, SF9 */
export function findScenarios(options: FindOptions): { readonly files: readonly PlannedFile[]; readonly bots: Bots } {
  const workingFolder = resolve(options.workingFolder ?? '.');
  const found = findBotFiles(options.paths, workingFolder, {
    ending: scenarioFileEnding,
    ...(options.within !== undefined && { within: options.within }),
  });
  const bots = new Bots(workingFolder, options.catalog, options.channelFamily);
  const files = found.map((file) => readFile(bots, file, options));
  const hasOnly = files.some(({ from }) => from.scenarios.some(({ only }) => only === true));
  let selected = 0;
  const plans = files.map(({ report, from, botsOfFile }): PlannedFile => {
    const skipped: SkippedScenario[] = [];
    const chosen = (report.faults.length > 0 ? [] : from.scenarios).filter((scenario) => {
      const { name, skip, only, tags = [] } = scenario;
      if (!(options.isWanted?.(name, tags) ?? true) || (hasOnly && only !== true)) return false;
      selected += 1;
      if (!isOfShard(selected, options.shard)) return false;
      if (skip !== undefined) skipped.push({ name, reason: skip });
      return skip === undefined;
    });
    const total = report.faults.length > 0 ? 0 : from.scenarios.length;
    const others = total - chosen.length - skipped.length;
    return { report: { ...report, skipped }, chosen, others, from, ...(botsOfFile && { botsOfFile }) };
  });
  return { files: plans, bots };
}

/** In turn, so that the parts are as large as one another. @spec SF9 */
function isOfShard(nth: number, shard: RunScenarioFilesOptions['shard']): boolean {
  return shard === undefined || (nth - 1) % shard.count === shard.number - 1;
}

type ReadFile = Pick<PlannedFile, 'report' | 'from' | 'botsOfFile'>;

const noScenarios: Pick<ReadScenarios, 'scenarios'> = { scenarios: [] };

function readFile(bots: Bots, found: FoundFile, options: FindOptions): ReadFile {
  const { name, path } = found;
  bots.inputs.add(path);
  const file = readScenarioText(found, bots.workingFolder);
  const sharedTexts = new Map<string, string>();
  const refuse = (text: string, faults: readonly FileFault[], from = noScenarios): ReadFile => ({
    report: { name, text, skipped: [], faults, sharedTexts },
    from: from as ReadScenarios,
  });
  if ('failed' in file) return refuse('', [faultOfFile(name, `The file cannot be read (${file.failed}).`)]);
  const { text } = file;
  const json = name.endsWith('.json') ? readJson(text) : undefined;
  if (json?.ok === false) return refuse(text, [{ message: json.message, place: { file: name, ...json.place }, text }]);
  const folder = dirname(path);
  const readShared: ReadShared = (named) => {
    bots.inputs.add(resolve(folder, named));
    const shared = file.readShared(named);
    if (!('failed' in shared)) sharedTexts.set(shared.name, shared.text);
    return shared;
  };
  try {
    const from = readScenarios(text, name, readShared);
    const forbidden = options.forbidsOnly === true ? onlyFaults(from, text) : [];
    if (forbidden.length > 0) return refuse(text, forbidden);
    const report = { name, text, skipped: [], faults: [], sharedTexts };
    if (options.readsBots === false) return { report, from };
    const botsOfFile = readBotsOf(bots, from, folder, text);
    const bot = from.bot === undefined ? {} : { bot: nameOfFile(resolve(folder, from.bot), bots.workingFolder) };
    if (!botsOfFile.ok) return { report: { ...report, ...bot, faults: botsOfFile.faults }, from };
    return { report: { ...report, ...bot }, from, botsOfFile };
  } catch (error) {
    if (!(error instanceof ScenariosUnreadable)) throw error;
    const faults = error.faults.map((fault) => ({ ...fault, text: sharedTexts.get(fault.place.file ?? '') ?? text }));
    return refuse(text, faults);
  }
}

/** @spec SF8 */
function onlyFaults(from: ReadScenarios, text: string): readonly FileFault[] {
  const faults = from.scenarios.flatMap((scenario) => {
    if (scenario.only !== true) return [];
    const place = from.placeOf(scenario, ['only']);
    const message = 'The scenario has "only": others would not be run.';
    return [{ code: 'only', message, place, text }];
  });
  // The rows of examples have one place.
  return faults.filter(({ place }, at) => faults.findIndex((other) => other.place.line === place.line) === at);
}
