import { resolve } from 'node:path';
import { findBotFiles, LintInputError } from '@botwright/testing/files';
import { CommandFailure } from '../command-failure.ts';
import { findProjectConfig } from '../project/find-project-config.ts';
import { type BotInFile, readBotInFile } from './bot-file.ts';
import type { Outcome } from './report.ts';

/** A file that was chosen, and the bot in it. */
export interface ChosenFile {
  /** From the working folder. */
  readonly name: string;
  readonly path: string;
  readonly bot: BotInFile;
}

/**
 * Finds the bots that files, globs and folders have, or the config of the project. In a folder, what is no draft is
 * passed over; what is named has to be one.
 *
 * @throws {CommandFailure} When there is none.
 * @spec PU7
 */
export async function chooseFiles(
  paths: readonly string[],
): Promise<{ readonly files: readonly ChosenFile[]; readonly faults: readonly Outcome[] }> {
  const files: ChosenFile[] = [];
  const faults: Outcome[] = [];
  for (const { name, path, isNamed } of find(paths.length > 0 ? paths : await configuredPaths())) {
    const bot = readBotInFile(path);
    if (!('problem' in bot)) {
      if (bot.version === undefined) files.push({ name, path, bot });
      else if (isNamed) faults.push(unreadable(name, 'It has a version, and versions do not change.'));
    } else if (isNamed || !bot.isOther) {
      const place = bot.place === undefined ? '' : `:${bot.place.line}:${bot.place.column}`;
      faults.push(unreadable(`${name}${place}`, bot.problem));
    }
  }
  if (files.length === 0 && faults.length === 0) throw new CommandFailure('usage', 'No bot was found there.');
  return { files, faults };
}

const unreadable = (name: string, detail: string): Outcome => ({
  kind: 'unreadable',
  what: 'unreadable',
  name,
  detail,
});

function find(paths: readonly string[]): ReturnType<typeof findBotFiles> {
  try {
    return findBotFiles(paths, '.');
  } catch (error) {
    throw error instanceof LintInputError ? new CommandFailure('usage', error.message, { cause: error }) : error;
  }
}

async function configuredPaths(): Promise<readonly string[]> {
  const config = await findProjectConfig(undefined);
  if (config?.files !== undefined) return config.files.map((file) => resolve(config.folder, file));
  throw new CommandFailure(
    'usage',
    'Say which files: files, globs or folders; or name "files" in botwright.config.json.',
  );
}
