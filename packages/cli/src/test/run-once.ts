import { writeFileSync } from 'node:fs';
import { encodeCoverage } from '@botwright/testing';
import {
  type RunScenarioFilesOptions,
  runScenarioFiles,
  runScenarioFilesOnServer,
} from '@botwright/testing/scenario-files';
import { CommandFailure, exitCodes, unwritable } from '../command-failure.ts';
import { writeOutput } from '../printing/write-output.ts';
import { asUsageFailure, readFamily } from '../project/input-faults.ts';
import type { ProjectPlugins } from '../project/load-project-plugins.ts';
import { configuredPaths, findProjectConfig, type ProjectConfig, pluginsOf } from '../project/project-config.ts';
import { isSelection, selectionOf } from './selection.ts';
import type { TestFormat, TestOptions } from './test-options.ts';
import { findTooLittle, type RenderResult, type TestReport } from './test-result.ts';

/** The inputs of a run, to watch for changes. */
export interface FinishedRun {
  readonly exitCode: number;
  /** Searched files, globs and folders. */
  readonly paths: readonly string[];
  /** Absolute paths of all read files. */
  readonly inputs: readonly string[];
}

/** Scenarios that ran, with the settings of the project. */
export interface RanScenarios {
  readonly config: ProjectConfig | undefined;
  readonly plugins: Partial<ProjectPlugins>;
  readonly sources: Sources;
  readonly report: TestReport;
}

export async function runScenarios(options: TestOptions): Promise<RanScenarios> {
  const config = await findProjectConfig(options.config);
  const sources = sourcesOf(options.files, config);
  const plugins = await pluginsOf(config);
  return { config, plugins, sources, report: await run(options, config, sources, plugins) };
}

/** Runs the scenarios once, and prints the results. @spec TC2 */
export async function runOnce(options: TestOptions, ran?: RanScenarios): Promise<FinishedRun> {
  const { config, sources, report } = ran ?? (await runScenarios(options));
  const minCoverage = options.minCoverage ?? (isSelection(options) ? undefined : config?.min_coverage);
  const tooLittle = findTooLittle(report, minCoverage);
  const { render } = await formats[options.format]();
  const isCoverageShown = options.coverage === true;
  const isVerbose = options.verbose === true;
  writeOutput(`${render({ ...report, isCoverageShown, minCoverage, tooLittle, isVerbose })}\n`);
  if (options.coverageFile !== undefined) writeCoverage(report, options.coverageFile);
  return { exitCode: exitCodeOf(report, tooLittle.length > 0), paths: sources.paths, inputs: report.inputs };
}

/** @spec TC3, SF20 */
async function run(
  options: TestOptions,
  config: ProjectConfig | undefined,
  sources: Sources,
  { catalog, behaviours }: Partial<ProjectPlugins>,
): Promise<TestReport> {
  const { bail, server, bot, retries = 0 } = options;
  const family = readFamily(options.family) ?? config?.family;
  const chosen = {
    ...sources,
    ...(catalog && { catalog }),
    ...(behaviours && { behaviours }),
    ...(family !== undefined && { channelFamily: family }),
    ...selectionOf(options),
    ...(bail !== undefined && { bail }),
  };
  try {
    const report =
      server === undefined || bot === undefined
        ? runScenarioFiles(chosen)
        : await runScenarioFilesOnServer({ ...chosen, server, bot, retries });
    refuseNothing(report, options);
    return report;
  } catch (error) {
    throw asUsageFailure(error);
  }
}

type Sources = Pick<RunScenarioFilesOptions, 'paths' | 'within'>;

/** @spec TC4 */
function sourcesOf(files: readonly string[], config: ProjectConfig | undefined): Sources {
  if (files.length > 0) return { paths: files };
  if (config?.scenarios !== undefined) return configuredPaths(config, config.scenarios);
  return { paths: [config?.folder ?? process.cwd()] };
}

/** A part of the scenarios may be empty. @spec TC6 */
function refuseNothing(report: TestReport, { name, tag, shard }: TestOptions): void {
  const { files, passed, failed, skipped, unreadable, refused } = report;
  if (files.length === 0) {
    throw new CommandFailure(
      'usage',
      'No scenarios were found: there is no *.scenarios.yaml, .yml or .json. "botwright test --generate <bot>" writes one.',
    );
  }
  if (passed + failed + skipped + unreadable + refused > 0 || shard !== undefined) return;
  if (tag !== undefined) throw new CommandFailure('usage', 'No scenario matches --tag and --name.');
  throw new CommandFailure(
    'usage',
    name === undefined ? 'The files have no scenarios.' : `No scenario has a name that matches "${name}".`,
  );
}

function exitCodeOf({ failed, refused, unreadable }: TestReport, isTooLittle: boolean): number {
  if (unreadable > 0) return exitCodes.usage;
  return failed > 0 || refused > 0 || isTooLittle ? exitCodes.failure : exitCodes.done;
}

/** @spec TC9 */
function writeCoverage({ coverage, fileOf }: TestReport, file: string): void {
  try {
    writeFileSync(file, `${JSON.stringify(encodeCoverage(coverage, fileOf), null, 2)}\n`);
  } catch (error) {
    throw unwritable(file, error);
  }
}

const formats: Readonly<Record<TestFormat, () => Promise<{ readonly render: RenderResult }>>> = {
  pretty: () => import('./formats/pretty.ts'),
  json: () => import('./formats/json.ts'),
  junit: () => import('./formats/junit.ts'),
  github: () => import('./formats/github.ts'),
  html: () => import('./formats/html.ts'),
};
