import { globSync, readdirSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { LintInputError } from './lint-input-error.ts';

/** A file that may have a bot. */
export interface FoundFile {
  /** From the working folder, with slashes; absolute where it is elsewhere. */
  readonly name: string;
  readonly path: string;
  /** It was named or matched; otherwise it was found in a folder, where other files are passed over. */
  readonly isNamed: boolean;
}

/**
 * Finds the files that paths mean: files, globs, and folders with every such file below, by default `*.json`. Folders
 * called `node_modules` and those that begin with a dot are left out.
 *
 * @throws {LintInputError} When a path leads to nothing, or cannot be read.
 * @spec BF7, BF8, TE30
 */
export function findBotFiles(paths: readonly string[], from: string, ending = /\.json$/): readonly FoundFile[] {
  const workingFolder = resolve(from);
  const found = new Map<string, FoundFile>();
  const add = (path: string, isNamed: boolean): void => {
    const known = found.get(path);
    if (known === undefined || (isNamed && !known.isNamed)) {
      found.set(path, { name: nameOfFile(path, workingFolder), path, isNamed });
    }
  };
  for (const path of paths) {
    const absolute = resolve(workingFolder, path);
    const stats = readable(path, () => statSync(absolute, { throwIfNoEntry: false }));
    if (stats?.isDirectory() === true) for (const file of filesBelow(absolute, ending, workingFolder)) add(file, false);
    else if (stats !== undefined) add(absolute, true);
    else for (const file of matchesOf(path, workingFolder)) add(file, true);
  }
  return [...found.values()];
}

/** From the working folder, with slashes; absolute where it is elsewhere. */
export function nameOfFile(path: string, workingFolder: string): string {
  const name = relative(workingFolder, path);
  return (name.startsWith('..') ? path : name).split(sep).join('/');
}

function isLeftOut(folder: string): boolean {
  return folder === 'node_modules' || (folder.startsWith('.') && folder !== '.' && folder !== '..');
}

/** @throws {LintInputError} When the system refuses. */
function readable<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new LintInputError(`${name} cannot be read (${code}).`, { cause: error });
  }
}

function filesBelow(folder: string, ending: RegExp, workingFolder: string): readonly string[] {
  const entries = readable(nameOfFile(folder, workingFolder) || '.', () =>
    readdirSync(folder, { withFileTypes: true }),
  );
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return isLeftOut(entry.name) ? [] : filesBelow(path, ending, workingFolder);
      return ending.test(entry.name) ? [path] : [];
    });
}

function matchesOf(pattern: string, cwd: string): readonly string[] {
  if (!/[*?[{]/.test(pattern)) throw new LintInputError(`There is no file or folder "${pattern}".`);
  const entries = globSync(pattern, { cwd, withFileTypes: true, exclude: (entry) => isLeftOut(entry.name) });
  const files = entries.filter((entry) => !entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name));
  if (files.length === 0) throw new LintInputError(`No file matches "${pattern}".`);
  return files.sort();
}
