import { globSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { projectFolderOf } from './project-folder.ts';
import type { FileBounds } from './text-file.ts';

/** A path, a rule or a level of the input is unusable. The message is one line for people. */
export class LintInputError extends Error {
  override readonly name = 'LintInputError';
}

/** A file that may contain a bot. */
export interface FoundFile {
  /** From the working folder, with slashes; absolute if it is elsewhere. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  /** A path or a glob names it. Otherwise it was found in a folder, in which other kinds of files are ignored. */
  readonly isNamed: boolean;
  /** Bounds for reading the file. */
  readonly bounds: FileBounds;
}

/** Bounds of a search. */
const mostFiles = 100_000;
const deepestFolder = 100;

/** Options of a search. */
export interface SearchOptions {
  /** Default: `*.json`. */
  readonly ending?: RegExp;
  /** Every file must be in this folder; needed if a file named the paths. Default: a person named them. */
  readonly within?: string;
}

/**
 * Finds the files of paths: files, globs, and folders with every such file below. Skips folders called `node_modules`
 * or beginning with a dot, and links to folders.
 *
 * A person may name any file. A link found by a glob or in a folder may lead only to a file of the same project.
 *
 * @throws {LintInputError} When a path does not exist, or cannot be read.
 * @spec BF7, BF8, BF20, BF22, TE30
 */
export function findBotFiles(
  paths: readonly string[],
  from: string,
  { ending = /\.json$/, within }: SearchOptions = {},
): readonly FoundFile[] {
  const workingFolder = resolve(from);
  const found = new Map<string, FoundFile>();
  const projects = new Map<string, string>();
  const projectOf = (folder: string): string => {
    const project = within ?? projects.get(folder) ?? projectFolderOf(folder, workingFolder);
    projects.set(folder, project);
    return project;
  };
  const add = (path: string, isNamed: boolean, bounds: FileBounds): void => {
    const known = found.get(path);
    if (known === undefined && found.size === mostFiles) {
      throw new LintInputError(`There are more than ${mostFiles.toLocaleString('en')} files.`);
    }
    if (known === undefined || (isNamed && !known.isNamed)) {
      found.set(path, { name: nameOfFile(path, workingFolder), path, isNamed, bounds });
    }
  };
  for (const path of paths) {
    const absolute = resolve(workingFolder, path);
    const stats = readable(path, () => statSync(absolute, { throwIfNoEntry: false }));
    if (stats?.isDirectory() === true) {
      for (const { file, isLink } of filesBelow(absolute, ending, workingFolder)) {
        add(file, false, isLink || within !== undefined ? { within: projectOf(absolute) } : {});
      }
    } else if (stats !== undefined) {
      add(absolute, true, within === undefined ? { takesPipes: true } : { within });
    } else {
      for (const file of matchesOf(path, workingFolder)) add(file, true, { within: projectOf(dirname(file)) });
    }
  }
  return [...found.values()];
}

/** From the working folder, with slashes; absolute if it is elsewhere. */
export function nameOfFile(path: string, workingFolder: string): string {
  const name = relative(workingFolder, path);
  return (name.startsWith('..') ? path : name).split(sep).join('/');
}

function isLeftOut(folder: string): boolean {
  return folder === 'node_modules' || (folder.startsWith('.') && folder !== '.' && folder !== '..');
}

/** @throws {LintInputError} When the system refuses to read. */
function readable<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new LintInputError(`${name} cannot be read (${code}).`, { cause: error });
  }
}

function* filesBelow(
  folder: string,
  ending: RegExp,
  workingFolder: string,
  depth = 0,
): Generator<{ readonly file: string; readonly isLink: boolean }> {
  const name = nameOfFile(folder, workingFolder) || '.';
  if (depth > deepestFolder) throw new LintInputError(`${name} is more than ${deepestFolder} folders deep.`);
  const entries = readable(name, () => readdirSync(folder, { withFileTypes: true }));
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!isLeftOut(entry.name)) yield* filesBelow(file, ending, workingFolder, depth + 1);
    } else if (ending.test(entry.name)) {
      yield { file, isLink: entry.isSymbolicLink() };
    }
  }
}

function matchesOf(pattern: string, cwd: string): readonly string[] {
  if (!/[*?[{]/.test(pattern)) throw new LintInputError(`There is no file or folder "${pattern}".`);
  const entries = globSync(pattern, { cwd, withFileTypes: true, exclude: (entry) => isLeftOut(entry.name) });
  const files = entries.filter((entry) => !entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name));
  if (files.length === 0) throw new LintInputError(`No file matches "${pattern}".`);
  return files.sort();
}
