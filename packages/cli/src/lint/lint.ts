import { writeFileSync } from 'node:fs';
import type { LintConfiguration } from '@botwright/core/diagram';
import { type LintReport, lintFiles } from '@botwright/testing/files';
import { CommandFailure, exitCodes, systemErrorCode } from '../command-failure.ts';
import { printable } from '../printing/printable.ts';
import { writeOutput } from '../printing/write-output.ts';
import { configuredPaths } from '../project/configured-paths.ts';
import { findProjectConfig, type ProjectConfig } from '../project/find-project-config.ts';
import { asUsageFailure, readFamily } from '../project/input-faults.ts';
import { pluginsOf } from '../project/plugins-of.ts';
import type { LintFormat, LintOptions } from './lint-options.ts';
import type { RenderReport } from './lint-result.ts';
import { createProgress } from './progress.ts';

/**
 * Checks bots and prints the findings.
 *
 * @returns The exit code.
 * @throws {CommandFailure} When there is nothing to check, or it cannot be read.
 * @spec LC1, LC2, LC3
 */
export async function lint(options: LintOptions): Promise<number> {
  refuseConflicts(options);
  const config = await findProjectConfig(options.config);
  const maxWarnings = options.maxWarnings ?? config?.max_warnings;
  // Before the check: while memory is full, loading a module takes longer because V8 collects garbage first.
  const { render } = await loadFormat(options.format);
  const report = await check(options, config);
  if (options.fix === true) writeFixes(report);

  writeOutput(`${render({ ...report, maxWarnings, toolVersion: options.toolVersion })}\n`);
  if (options.verbose === true) {
    for (const name of report.skipped) process.stderr.write(`skipped ${printable(name)}: it has no bot\n`);
  }
  if (report.unreadable > 0) return exitCodes.usage;
  const isTooMany = maxWarnings !== undefined && report.warnings > maxWarnings;
  return report.errors > 0 || isTooMany ? exitCodes.failure : exitCodes.done;
}

async function check(options: LintOptions, config: ProjectConfig | undefined): Promise<LintReport> {
  const progress = createProgress(process.stderr);
  try {
    const report = await lintFiles({
      ...(await readSources(options, config)),
      channelFamily: readFamily(options.family) ?? config?.family ?? 'native',
      ...(config?.plan !== undefined && { plan: config.plan }),
      ...(await pluginsOf(config)),
      rules: { ...config?.rules, ...options.rules } as LintConfiguration,
      ...(options.fix === true && { fix: true }),
      onFile: progress.show,
    });
    if (report.files.length > 0) return report;
    throw new CommandFailure('usage', `No bot was found: ${describeOthers(report.skipped)}.`);
  } catch (error) {
    throw asUsageFailure(error);
  } finally {
    progress.clear();
  }
}

function describeOthers([first, ...others]: readonly string[]): string {
  if (first === undefined) return 'there is no JSON file';
  return others.length === 0 ? `${first} has none` : `${first} has none, nor do ${others.length} other JSON files`;
}

type Sources = Pick<Parameters<typeof lintFiles>[0], 'paths' | 'texts' | 'workingFolder' | 'within'>;

/** @spec LC4, LC5, LC8 */
async function readSources(options: LintOptions, config: ProjectConfig | undefined): Promise<Sources> {
  const { files, from, bot } = options;
  if (from !== undefined && bot !== undefined) {
    const { fetchBot } = await import('../bots/fetch-bot.ts');
    return { texts: [await fetchBot({ ...options, from, bot })] };
  }
  if (files.length > 0) {
    const paths = files.filter((file) => file !== '-');
    if (paths.length === files.length) return { paths };
    const { readStandardInput } = await import('../files/read-standard-input.ts');
    return { paths, texts: [{ name: '<stdin>', text: await readStandardInput() }] };
  }
  if (config?.files !== undefined) return configuredPaths(config, config.files);
  throw new CommandFailure(
    'usage',
    'Say what to check: files, globs or folders, as in "botwright lint bots/"; or name "files" in botwright.config.json.',
  );
}

function refuseConflicts({ files, fix, from, bot, versionId }: LintOptions): void {
  const refuse = (message: string): never => {
    throw new CommandFailure('usage', message);
  };
  if (from !== undefined && bot === undefined) refuse('--from needs --bot: the uuid or number of the bot.');
  if (from === undefined && bot !== undefined) refuse('--bot needs --from: the address of the Bots API.');
  if (from === undefined && versionId !== undefined) refuse('--version needs --from and --bot.');
  if (from !== undefined && files.length > 0) refuse('Check either files or, with --from, a bot of a server.');
  if (fix === true && (from !== undefined || files.includes('-'))) refuse('--fix changes files, and here is none.');
}

/** @spec LC9 */
function writeFixes({ files }: LintReport): void {
  for (const { name, fixedText } of files) {
    if (fixedText === undefined) continue;
    try {
      writeFileSync(name, fixedText);
    } catch (error) {
      const code = systemErrorCode(error) ?? 'unknown reason';
      throw new CommandFailure('failure', `The file ${name} cannot be written (${code}).`, { cause: error });
    }
  }
}

const formats: Readonly<Record<LintFormat, () => Promise<{ readonly render: RenderReport }>>> = {
  pretty: () => import('./formats/pretty.ts'),
  json: () => import('./formats/json.ts'),
  sarif: () => import('./formats/sarif.ts'),
  junit: () => import('./formats/junit.ts'),
  github: () => import('./formats/github.ts'),
  markdown: () => import('./formats/markdown.ts'),
};

const loadFormat = (format: LintFormat): Promise<{ readonly render: RenderReport }> => formats[format]();
