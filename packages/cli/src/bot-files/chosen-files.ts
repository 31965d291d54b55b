import { realpathSync } from 'node:fs';
import type { FoundFile } from '@botwright/testing/files';
import { CommandFailure } from '../command-failure.ts';
import { searchFiles } from '../project/input-faults.ts';
import { configuredPaths, findProjectConfig } from '../project/project-config.ts';
import { type BotInFile, readBotInFile } from './bot-file.ts';
import { type Outcome, printOutcome } from './report.ts';

/** A chosen file and its bot. */
export interface ChosenFile {
  /** Relative to the working folder. */
  readonly name: string;
  readonly path: string;
  readonly bot: BotInFile;
}

/**
 * Finds the bots in files, globs and folders, or in the config of the project. Skips files of a folder without a draft;
 * a named file must have one. Prints the faults of files.
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
  for (const fault of faults) printOutcome(fault);
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
  status: 'unreadable',
  name,
  detail,
});

/** Takes a file with two names once. */
async function find(paths: readonly string[]): Promise<readonly FoundFile[]> {
  const found = paths.length > 0 ? searchFiles(paths) : await findConfigured();
  const byPath = Map.groupBy(found, ({ path }) => realPath(path));
  return [...byPath.values()].flatMap(([first]) => first ?? []);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // Ignored: reading the file reports the problem.
    return path;
  }
}

async function findConfigured(): Promise<readonly FoundFile[]> {
  const config = await findProjectConfig(undefined);
  if (config?.files === undefined) {
    throw new CommandFailure(
      'usage',
      'Say which files: files, globs or folders; or name "files" in botwright.config.json.',
    );
  }
  const { paths, within } = configuredPaths(config, config.files);
  return searchFiles(paths, { within });
}
