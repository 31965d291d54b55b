import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

const lockFiles: Readonly<Record<string, PackageManager>> = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
};

/**
 * The package manager of an app by its lock file, also in a folder above, as in a monorepo.
 *
 * @param started - `npm_config_user_agent`, the manager that runs this command.
 * @spec CB8
 */
export function findPackageManager(folder: string, started = ''): PackageManager {
  const found = Object.entries(lockFiles).find(([file]) => existsSync(join(folder, file)));
  if (found !== undefined) return found[1];
  const above = dirname(folder);
  if (above !== folder && !existsSync(join(folder, '.git'))) return findPackageManager(above, started);
  return Object.values(lockFiles).find((manager) => started.startsWith(`${manager}/`)) ?? 'npm';
}

/** The arguments that add packages. */
export function installArguments(manager: PackageManager, packages: readonly string[]): readonly string[] {
  return [manager === 'npm' ? 'install' : 'add', ...packages];
}
