import { writeFileSync } from 'node:fs';
import { encodeCoverage } from '@botwright/testing';
import {
  type RunScenarioFilesOptions,
  runScenarioFiles,
  type ScenarioFilesReport,
} from '@botwright/testing/scenario-files';
import { CommandFailure, exitCodes, unwritable } from '../command-failure.ts';
import { writeOutput } from '../printing/write-output.ts';
import { asUsageFailure, readFamily } from '../project/input-faults.ts';
import type { ProjectPlugins } from '../project/load-project-plugins.ts';
import { configuredPaths, findProjectConfig, type ProjectConfig, pluginsOf } from '../project/project-config.ts';
import type { TestFormat, TestOptions } from './test-options.ts';
import { findTooLittle, type RenderResult } from './test-result.ts';

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
  readonly report: ScenarioFilesReport;
}

export async function runScenarios(options: TestOptions): Promise<RanScenarios> {
  const config = await findProjectConfig(options.config);
  const sources = sourcesOf(options.files, config);
  const plugins = await pluginsOf(config);
  return { config, plugins, sources, report: run(options, config, sources, plugins) };
}

/** Runs the scenarios once, and prints the results. @spec TC2 */
export async function runOnce(options: TestOptions, ran?: RanScenarios): Promise<FinishedRun> {
  const { config, sources, report } = ran ?? (await runScenarios(options));
  const minCoverage = options.minCoverage ?? (options.name === undefined ? config?.min_coverage : undefined);
  const tooLittle = findTooLittle(report, minCoverage);
  const { render } = await formats[options.format]();
  const isCoverageShown = options.coverage === true;
  const isVerbose = options.verbose === true;
  writeOutput(`${render({ ...report, isCoverageShown, minCoverage, tooLittle, isVerbose })}\n`);
  if (options.coverageFile !== undefined) writeCoverage(report, options.coverageFile);
  return { exitCode: exitCodeOf(report, tooLittle.length > 0), paths: sources.paths, inputs: report.inputs };
}

/** @spec TC3 */
function run(
  options: TestOptions,
  config: ProjectConfig | undefined,
  sources: Sources,
  { catalog, behaviours }: Partial<ProjectPlugins>,
): ScenarioFilesReport {
  const { name, bail } = options;
  const family = readFamily(options.family) ?? config?.family;
  const pattern = name === undefined ? undefined : readPattern(name);
  try {
    const report = runScenarioFiles({
      ...sources,
      ...(catalog && { catalog }),
      ...(behaviours && { behaviours }),
      ...(family !== undefined && { channelFamily: family }),
      ...(pattern !== undefined && { isWanted: (scenario) => pattern.test(scenario) }),
      ...(bail !== undefined && { bail }),
    });
    refuseNothing(report, name);
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

/** @spec TC6 */
function refuseNothing({ files, passed, failed, unreadable, refused }: ScenarioFilesReport, name?: string): void {
  if (files.length === 0) {
    throw new CommandFailure(
      'usage',
      'No scenarios were found: there is no *.scenarios.yaml, .yml or .json. "botwright test --generate <bot>" writes one.',
    );
  }
  if (passed + failed + unreadable + refused > 0) return;
  throw new CommandFailure(
    'usage',
    name === undefined ? 'The files have no scenarios.' : `No scenario has a name that matches "${name}".`,
  );
}

function readPattern(source: string): RegExp {
  try {
    return new RegExp(source, 'u');
  } catch {
    throw new CommandFailure('usage', `--name is a regular expression, and "${source}" is none.`);
  }
}

function exitCodeOf({ failed, refused, unreadable }: ScenarioFilesReport, isTooLittle: boolean): number {
  if (unreadable > 0) return exitCodes.usage;
  return failed > 0 || refused > 0 || isTooLittle ? exitCodes.failure : exitCodes.done;
}

/** @spec TC9 */
function writeCoverage({ coverage, fileOf }: ScenarioFilesReport, file: string): void {
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
};
