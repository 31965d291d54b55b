import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** Files that git tracks or would track, relative to `folder`, sorted. Deleted ones are left out. */
export function listTracked(folder: string, ...patterns: readonly string[]): readonly string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...patterns],
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  const files = new Set(listed.split('\0').filter((file) => file !== ''));
  return [...files].filter((file) => existsSync(join(folder, file))).sort();
}

export function readText(folder: string, file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}

export interface Manifest {
  readonly name: string;
  readonly version?: string;
  readonly private?: boolean;
  readonly packageManager?: string;
  readonly sideEffects?: boolean | readonly string[];
  readonly engines?: Readonly<Record<string, string>>;
  readonly license?: string;
  readonly files?: readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  /** Development dependencies that the build copies into `dist`, by name. */
  readonly builtIn?: readonly string[];
  /** Entries that run in browsers. */
  readonly browsers?: readonly string[];
  /** Entries that the checks run on Bun, Deno and workerd. */
  readonly otherRuntimes?: readonly string[];
  /** Entries that need the test runner of their name, which is an optional peer. */
  readonly testRunners?: readonly string[];
}

export interface WorkspacePackage {
  /** Relative to the root of the repository, such as `packages/core`. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Packages and examples, sorted by folder. */
export function readWorkspace(folder: string): readonly WorkspacePackage[] {
  return ['examples', 'packages']
    .filter((group) => existsSync(join(folder, group)))
    .flatMap((group) => readdirSync(join(folder, group)).map((name) => `${group}/${name}`))
    .filter((path) => existsSync(join(folder, path, 'package.json')))
    .sort()
    .map((path) => ({ folder: path, manifest: JSON.parse(readText(folder, `${path}/package.json`)) as Manifest }));
}
