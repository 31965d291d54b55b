import { realpathSync } from 'node:fs';
import { findBotFiles, LintInputError } from '@botwright/testing/files';
import { CommandFailure } from '../command-failure.ts';
import { configuredPaths } from '../project/configured-paths.ts';
import { findProjectConfig } from '../project/find-project-config.ts';
import { type BotInFile, readBotInFile } from './bot-file.ts';
import type { Outcome } from './report.ts';

/** A chosen file and its bot. */
export interface ChosenFile {
  /** Relative to the working folder. */
  readonly name: string;
  readonly path: string;
  readonly bot: BotInFile;
}

/**
 * Finds the bots in files, globs and folders, or in the config of the project. Skips files of a folder without a draft;
 * a named file must have one.
 *
 * @param server - Address of their Bots API.
 * @throws {CommandFailure} When there is none, or when two have the same bot of the server: one of them would be lost.
 * @spec PU7, PU24
 */
export async function chooseFiles(
  paths: readonly string[],
  server: string,
): Promise<{ readonly files: readonly ChosenFile[]; readonly faults: readonly Outcome[] }> {
  const files: ChosenFile[] = [];
  const faults: Outcome[] = [];
  for (const { name, path, isNamed, bounds } of await find(paths)) {
    const bot = readBotInFile(path, bounds);
    if (!('problem' in bot)) {
      if (bot.version === undefined) files.push({ name, path, bot });
      else if (isNamed) faults.push(unreadable(name, 'It has a version, and versions do not change.'));
    } else if (isNamed || !bot.isOther) {
      const place = bot.place === undefined ? '' : `:${bot.place.line}:${bot.place.column}`;
      faults.push(unreadable(`${name}${place}`, bot.problem));
    }
  }
  if (files.length === 0 && faults.length === 0) throw new CommandFailure('usage', 'No bot was found there.');
  refuseTwice(files, server);
  return { files, faults };
}

function refuseTwice(files: readonly ChosenFile[], server: string): void {
  const known = new Map<string, ChosenFile>();
  for (const file of files) {
    const { bot, server: own = server } = file.bot;
    if (bot.id === undefined || own !== server) continue;
    const other = known.get(bot.id.toLowerCase());
    if (other !== undefined) {
      throw new CommandFailure('usage', `${other.name} and ${file.name} have the same bot.`);
    }
    known.set(bot.id.toLowerCase(), file);
  }
}

const unreadable = (name: string, detail: string): Outcome => ({
  kind: 'unreadable',
  what: 'unreadable',
  name,
  detail,
});

/** Takes a file with two names once. */
async function find(paths: readonly string[]): Promise<ReturnType<typeof findBotFiles>> {
  try {
    const found = paths.length > 0 ? findBotFiles(paths, '.') : await findConfigured();
    const known = new Set<string>();
    return found.filter(({ path }) => {
      const real = realPath(path);
      return !known.has(real) && known.add(real);
    });
  } catch (error) {
    throw error instanceof LintInputError ? new CommandFailure('usage', error.message, { cause: error }) : error;
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // Reading the file reports the problem.
    return path;
  }
}

async function findConfigured(): Promise<ReturnType<typeof findBotFiles>> {
  const config = await findProjectConfig(undefined);
  if (config?.files === undefined) {
    throw new CommandFailure(
      'usage',
      'Say which files: files, globs or folders; or name "files" in botwright.config.json.',
    );
  }
  const { paths, within } = configuredPaths(config, config.files);
  return findBotFiles(paths, '.', { within });
}
