import { writeFileSync } from 'node:fs';
import { percentOf } from '@botwright/testing';
import { type SkeletonFile, type SkeletonFilesOptions, skeletonFiles } from '@botwright/testing/scenario-files';
import { CommandFailure, exitCodes, systemErrorCode, unwritable } from '../command-failure.ts';
import { printable } from '../printing/printable.ts';
import { writeOutput } from '../printing/write-output.ts';
import { asUsageFailure, noBotFound, readFamily } from '../project/input-faults.ts';
import type { ProjectPlugins } from '../project/load-project-plugins.ts';
import { configuredPaths, findProjectConfig, pluginsOf } from '../project/project-config.ts';
import { renderFault } from './formats/pretty.ts';
import type { TestOptions } from './test-options.ts';

/**
 * Writes scenarios next to each bot without any, and reports them.
 *
 * @returns The exit code.
 * @throws {CommandFailure} When there is no bot, or a file cannot be written.
 * @spec TC7
 */
export async function generate(options: TestOptions): Promise<number> {
  const config = await findProjectConfig(options.config);
  const named = config?.files === undefined ? undefined : configuredPaths(config, config.files);
  const sources = options.files.length > 0 ? { paths: options.files } : named;
  if (sources === undefined || sources.paths.length === 0) {
    throw new CommandFailure(
      'usage',
      'Say which bots: files, globs or folders, as in "botwright test --generate bots/"; or name "files" in botwright.config.json.',
    );
  }
  const family = readFamily(options.family) ?? config?.family;
  const files = findSkeletons(sources, family, await pluginsOf(config));
  if (files.length === 0) throw noBotFound(options.files);
  for (const file of files) {
    writeOutput(`${file.ok ? writeFile(file) : file.faults.map(renderFault).join('\n\n')}\n`);
  }
  const faults = files.flatMap((file) => (file.ok ? [] : file.faults));
  if (faults.some(({ code }) => code === undefined)) return exitCodes.usage;
  return faults.length > 0 ? exitCodes.failure : exitCodes.done;
}

function findSkeletons(
  sources: Pick<SkeletonFilesOptions, 'paths' | 'within'>,
  family: string | undefined,
  { catalog, behaviours }: Partial<ProjectPlugins>,
): readonly SkeletonFile[] {
  try {
    return skeletonFiles({
      ...sources,
      ...(catalog && { catalog }),
      ...(behaviours && { behaviours }),
      ...(family !== undefined && { channelFamily: family }),
    });
  } catch (error) {
    throw asUsageFailure(error);
  }
}

/** @returns The outcome, for a person. */
function writeFile({ name, path, text, scenarios, outputTally, todos }: SkeletonFile & { readonly ok: true }): string {
  try {
    // Never overwrites a file, even one created during generation.
    writeFileSync(path, text, { flag: 'wx' });
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return `left ${printable(name)}, which already exists`;
    throw unwritable(name, error);
  }
  const what = `${scenarios} ${scenarios === 1 ? 'scenario takes' : 'scenarios take'} ${percentOf(outputTally)} % of the outputs`;
  return [`wrote ${printable(name)}: ${what}`, ...todos.map((todo) => `  to do: ${printable(todo)}`)].join('\n');
}
