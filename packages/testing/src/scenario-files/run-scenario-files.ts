import { dirname, resolve } from 'node:path';
import { createCatalog, type Diagram } from '@botwright/core/diagram';
import { type BotCoverage, type CoverageReport, createCoverage } from '../block-coverage/coverage.ts';
import type { SimulateOptions } from '../chat/simulate.ts';
import type { TestedBot } from '../chat/tested-bot.ts';
import { type FoundFile, findBotFiles, nameOfFile } from '../files/find-bot-files.ts';
import { projectFolderOf } from '../files/project-folder.ts';
import { readJson } from '../files/read-json.ts';
import { type ReadText, readTextFile } from '../files/text-file.ts';
import {
  type Path,
  type Place,
  type ReadScenarios,
  readScenarios,
  ScenariosUnreadable,
} from '../scenario/read-scenarios.ts';
import { runScenario, type ScenarioResult } from '../scenario/run-scenario.ts';
import { type FileFault, type ReadTestedBot, readTestedBot } from './read-tested-bot.ts';

/** What the names of scenario files end with. */
export const scenarioFileEnding = /\.scenarios\.(yaml|yml|json)$/;

/** In bytes: YAML takes much longer to read than JSON. */
const largestScenarioFile = 1_048_576;

/** Reads a file of scenarios. @spec TE66, BF19, BF21 */
export function readScenarioText({ path, bounds }: Pick<FoundFile, 'path' | 'bounds'>): ReadText {
  return readTextFile(path, { ...bounds, maxBytes: largestScenarioFile });
}

/** Which scenarios are run, and how. */
export interface RunScenarioFilesOptions
  extends Pick<SimulateOptions, 'blocks' | 'catalog' | 'behaviours' | 'limits' | 'feedback'> {
  /** Files, globs, and folders with every `*.scenarios.yaml`, `.yml` or `.json` below. */
  readonly paths: readonly string[];
  /** What paths start from. Default: the working folder of the process. */
  readonly workingFolder?: string;
  /** Folder that the files of scenarios have to be in, where a file named the paths. */
  readonly within?: string;
  /** Of bots whose file does not say it, where the file of scenarios does not either. Default `native`. */
  readonly channelFamily?: string;
  /** Whether a scenario is run, by its name. Default: all are. */
  readonly isWanted?: (name: string) => boolean;
  /** Run nothing more after the first failure. */
  readonly bail?: boolean;
}

/** A file of scenarios, and what came of them. */
export interface ScenarioFileReport {
  /** From the working folder, with slashes; absolute where it is elsewhere. */
  readonly name: string;
  readonly text: string;
  /** Name of the bot's file, once it is known. */
  readonly bot?: string;
  readonly results: readonly ScenarioResult[];
  /** Scenarios that were not wanted, or were left after the first failure. */
  readonly notRun: number;
  /** Why none of its scenarios can be run. */
  readonly faults: readonly FileFault[];
}

export interface ScenarioFilesReport {
  readonly files: readonly ScenarioFileReport[];
  readonly passed: number;
  readonly failed: number;
  /** Scenarios that were not wanted, or were left after the first failure. */
  readonly notRun: number;
  /** Files of scenarios that cannot be run because they, or their bots, cannot be read. */
  readonly unreadable: number;
  /** Files of scenarios that cannot be run because their bots break rules. */
  readonly refused: number;
  readonly coverage: CoverageReport;
  /** Name of the file that a bot of the coverage is from. */
  readonly fileOf: (bot: BotCoverage) => string;
  /** Absolute paths of all files that were read, or should have been. */
  readonly inputs: readonly string[];
}

/**
 * Runs the scenarios of files with the bots that these name.
 *
 * @throws {LintInputError} When a path leads to nothing.
 * @spec TE30, TE31, TE32, TE66
 * @example
 * const { failed, files } = runScenarioFiles({ paths: ['bots'] });
 */
export function runScenarioFiles(options: RunScenarioFilesOptions): ScenarioFilesReport {
  const workingFolder = resolve(options.workingFolder ?? '.');
  const found = findBotFiles(options.paths, workingFolder, {
    ending: scenarioFileEnding,
    ...(options.within !== undefined && { within: options.within }),
  });
  const run = createRun({ ...options, catalog: options.catalog ?? createCatalog(options.blocks) }, workingFolder);
  const files = found.map(run.runFile);
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
    fileOf: ({ diagram }) => run.names.get(diagram) as string,
    inputs: [...run.inputs],
  };
}

/** The bots of a file of scenarios. */
interface FileBots {
  readonly bot: TestedBot;
  readonly bots: Readonly<Record<number, TestedBot>>;
}

/** One run of any number of files: each bot is read once. */
function createRun(options: RunScenarioFilesOptions, workingFolder: string) {
  const { isWanted = () => true, bail = false, blocks, catalog, behaviours, limits, feedback } = options;
  const simulation = {
    ...(blocks && { blocks }),
    ...(catalog && { catalog }),
    ...(behaviours && { behaviours }),
    ...(limits && { limits }),
    ...(feedback && { feedback }),
  };
  const coverage = createCoverage();
  const names = new Map<Diagram, string>();
  const inputs = new Set<string>();
  const diagrams = new Map<string, Diagram>();
  const read = new Map<string, ReadTestedBot>();
  const projects = new Map<string, string>();
  let isStopped = false;

  return { runFile, coverage, names, inputs };

  function runFile(found: FoundFile): ScenarioFileReport {
    const { name, path } = found;
    inputs.add(path);
    const file = readScenarioText(found);
    if ('failed' in file) return unreadable(name, `The file cannot be read (${file.failed}).`);
    const { text } = file;
    const json = name.endsWith('.json') ? readJson(text) : undefined;
    if (json?.ok === false) return unreadable(name, json.message, text, json.place);
    try {
      const scenarios = readScenarios(text, name);
      const { bot } = scenarios;
      const folder = dirname(path);
      const bots = readBots(scenarios, folder, text);
      const results = bots.ok ? runAll(scenarios, bots) : [];
      return {
        name,
        text,
        ...(bot !== undefined && { bot: nameOfFile(resolve(folder, bot), workingFolder) }),
        results,
        notRun: bots.ok ? scenarios.scenarios.length - results.length : 0,
        faults: bots.ok ? [] : bots.faults,
      };
    } catch (error) {
      if (!(error instanceof ScenariosUnreadable)) throw error;
      return { name, text, results: [], notRun: 0, faults: error.faults.map((fault) => ({ ...fault, text })) };
    }
  }

  function runAll(file: ReadScenarios, { bot, bots }: FileBots): readonly ScenarioResult[] {
    const results: ScenarioResult[] = [];
    for (const scenario of file.scenarios) {
      if (isStopped || !isWanted(scenario.name)) continue;
      // The bots were checked when they were read.
      const result = runScenario(scenario, bot, { ...simulation, bots, from: file, unchecked: true });
      coverage.add(result);
      results.push(result);
      isStopped = bail && !result.ok;
    }
    return results;
  }

  /** @spec TE31 */
  function readBots(
    file: ReadScenarios,
    folder: string,
    text: string,
  ): ({ readonly ok: true } & FileBots) | { readonly ok: false; readonly faults: readonly FileFault[] } {
    const family = file.channel_family ?? options.channelFamily;
    const refuse = (message: string, at: Path): ReadTestedBot => ({
      ok: false,
      faults: [{ message, place: file.placeIn(at), text }],
    });
    const readBot = (name: string, at: Path): ReadTestedBot => {
      const bot = readBotAt(resolve(folder, name), family, projectOf(folder));
      if (!('failed' in bot)) return bot;
      const problem = bot.failed === 'ENOENT' ? `There is no file "${name}".` : undefined;
      return refuse(problem ?? `The file "${name}" cannot be read (${bot.failed}).`, at);
    };
    const first =
      file.bot === undefined
        ? refuse('"bot" is missing: the file of the bot, by its path from this file.', [])
        : readBot(file.bot, ['bot']);
    const number = String(first.ok ? (first.bot.number ?? 1) : undefined);
    const others = Object.entries(file.bots ?? {}).map(([key, name]) => {
      const at = ['bots', key];
      if (key === number) return [key, refuse(`The bot ${file.bot} has the number ${key}, too.`, at)] as const;
      return [key, readBot(name, at)] as const;
    });
    const faults = [first, ...others.map(([, bot]) => bot)].flatMap((each) => (each.ok ? [] : each.faults));
    if (!first.ok || faults.length > 0) return { ok: false, faults };
    const bots = others.flatMap(([key, each]) => (each.ok ? [[key, each.bot] as const] : []));
    return { ok: true, bot: first.bot, bots: Object.fromEntries(bots) };
  }

  function projectOf(folder: string): string {
    const project = projects.get(folder) ?? projectFolderOf(folder, workingFolder);
    projects.set(folder, project);
    return project;
  }

  /** @param within - A file names it: it has to be in the project. @spec TE66 */
  function readBotAt(
    path: string,
    channelFamily: string | undefined,
    within: string,
  ): ReadTestedBot | { readonly failed: string } {
    inputs.add(path);
    const key = JSON.stringify([path, channelFamily, within]);
    const known = read.get(key);
    if (known !== undefined) return known;
    const file = readTextFile(path, { within });
    if ('failed' in file) return file;
    const name = nameOfFile(path, workingFolder);
    const given = { ...(channelFamily !== undefined && { channelFamily }), ...(catalog && { catalog }) };
    const bot = withKnownDiagram(readTestedBot({ name, text: file.text }, given), path);
    read.set(key, bot);
    if (bot.ok) names.set(bot.bot.diagram, name);
    return bot;
  }

  /** Of one file there is one diagram, also for several channel families: coverage counts it once. */
  function withKnownDiagram(bot: ReadTestedBot, path: string): ReadTestedBot {
    if (!bot.ok) return bot;
    const diagram = diagrams.get(path) ?? bot.bot.diagram;
    diagrams.set(path, diagram);
    return { ok: true, bot: { ...bot.bot, diagram } };
  }
}

function unreadable(name: string, message: string, text = '', place = startOfFile): ScenarioFileReport {
  const faults = [{ message, place: { file: name, ...place }, text }];
  return { name, text, results: [], notRun: 0, faults };
}

const startOfFile: Place = { line: 1, column: 1, endLine: 1, endColumn: 1 };
