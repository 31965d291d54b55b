import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isWithin } from './text-file.ts';

const signsOfProject = ['package.json', 'botwright.config.json'];

/**
 * The project folder of a folder: the root of its repository. Without a repository, the working folder or the nearest
 * folder with a `package.json` or a config, if they contain the folder: the outer one of both. Otherwise the folder
 * itself.
 *
 * @param workingFolder - Absolute.
 * @spec BF20
 */
export function projectFolderOf(folder: string, workingFolder: string): string {
  const start = realpathSync(folder);
  const repository = findAbove(start, ['.git']);
  if (repository !== undefined) return repository;
  const working = realpathSync(workingFolder);
  const named = findAbove(start, signsOfProject);
  if (!isWithin(start, working)) return named ?? start;
  return named === undefined || isWithin(named, working) ? working : named;
}

function findAbove(folder: string, names: readonly string[]): string | undefined {
  if (names.some((name) => existsSync(join(folder, name)))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : findAbove(parent, names);
}
