import { writeFileSync } from 'node:fs';
import type { LintConfiguration } from '@botwright/core/diagram';
import { type LintReport, lintFiles } from '@botwright/testing/files';
import type { BotSource } from '../bots/fetch-bot.ts';
import { botOfServer, type ServerBotFlags } from '../bots/server-flags.ts';
import { CommandFailure, exitCodes, unwritable } from '../command-failure.ts';
import { readStandardInput } from '../files/read-input.ts';
import { printable } from '../printing/printable.ts';
import { writeOutput } from '../printing/write-output.ts';
import { asUsageFailure, readFamily } from '../project/input-faults.ts';
import { configuredPaths, findProjectConfig, type ProjectConfig, pluginsOf } from '../project/project-config.ts';
import type { RenderReport } from './lint-result.ts';
import { createProgress } from './progress.ts';

export type LintFormat = 'pretty' | 'json' | 'sarif' | 'junit' | 'github' | 'markdown';

/** The arguments of `botwright lint`. */
export interface LintOptions extends ServerBotFlags {
  /** Files, globs, folders; `-` is standard input. */
  readonly files: readonly string[];
  readonly format: LintFormat;
  /** Levels by code, as the user typed them. */
  readonly rule?: Readonly<Record<string, string>>;
  readonly config?: string;
  readonly maxWarnings?: number;
  readonly family?: string;
  readonly fix?: boolean;
  readonly verbose?: boolean;
  /** Version of this command line. */
  readonly toolVersion: string;
}

/**
 * Checks bots and prints the findings.
 *
 * @returns The exit code.
 * @throws {CommandFailure} When there is nothing to check, or it cannot be read.
 * @spec LC1, LC2, LC3
 */
export async function lint(options: LintOptions): Promise<number> {
  const bot = botOfServer(options);
  refuseConflicts(options, bot);
  const config = await findProjectConfig(options.config);
  const maxWarnings = options.maxWarnings ?? config?.max_warnings;
  // Before the check: while memory is full, loading a module takes longer because V8 collects garbage first.
  const { render } = await formats[options.format]();
  const report = await check(options, config, bot);
  if (options.fix === true) writeFixes(report);

  writeOutput(`${render({ ...report, maxWarnings, toolVersion: options.toolVersion })}\n`);
  if (options.verbose === true) {
    for (const name of report.skipped) process.stderr.write(`skipped ${printable(name)}: it has no bot\n`);
  }
  if (report.unreadable > 0) return exitCodes.usage;
  const isTooMany = maxWarnings !== undefined && report.warnings > maxWarnings;
  return report.errors > 0 || isTooMany ? exitCodes.failure : exitCodes.done;
}

async function check(
  options: LintOptions,
  config: ProjectConfig | undefined,
  bot: BotSource | undefined,
): Promise<LintReport> {
  const progress = createProgress(process.stderr);
  try {
    const report = await lintFiles({
      ...(await readSources(options.files, config, bot)),
      channelFamily: readFamily(options.family) ?? config?.family ?? 'native',
      ...(config?.plan !== undefined && { plan: config.plan }),
      ...(config?.stores_files !== undefined && { storesFiles: config.stores_files }),
      ...(await pluginsOf(config)),
      rules: { ...config?.rules, ...options.rule } as LintConfiguration,
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
async function readSources(
  files: readonly string[],
  config: ProjectConfig | undefined,
  bot: BotSource | undefined,
): Promise<Sources> {
  if (bot !== undefined) {
    const { fetchBot } = await import('../bots/fetch-bot.ts');
    return { texts: [await fetchBot(bot)] };
  }
  if (files.length > 0) {
    const paths = files.filter((file) => file !== '-');
    if (paths.length === files.length) return { paths };
    return { paths, texts: [{ name: '<stdin>', text: await readStandardInput() }] };
  }
  if (config?.files !== undefined) return configuredPaths(config, config.files);
  throw new CommandFailure(
    'usage',
    'Say what to check: files, globs or folders, as in "botwright lint bots/"; or name "files" in botwright.config.json.',
  );
}

function refuseConflicts({ files, fix }: LintOptions, bot: BotSource | undefined): void {
  if (bot !== undefined && files.length > 0) {
    throw new CommandFailure('usage', 'Check either files or, with --from, a bot of a server.');
  }
  if (fix === true && (bot !== undefined || files.includes('-'))) {
    throw new CommandFailure('usage', '--fix changes files, and here is none.');
  }
}

/** @spec LC9 */
function writeFixes({ files }: LintReport): void {
  for (const { name, fixedText } of files) {
    if (fixedText === undefined) continue;
    try {
      writeFileSync(name, fixedText);
    } catch (error) {
      throw unwritable(name, error);
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
