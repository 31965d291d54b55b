import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { assertPinnedNode } from './pinned-node.mjs';
import { mustRun } from './run.mjs';
import { digestContents, isStamped, removeStamp, writeStamp } from './stamp.mjs';
import { cacheFolder, readManifest, root, workspaceFolders } from './workspace.mjs';

const stampFile = join(cacheFolder, 'installed');

/** The package manager that `package.json` names, started by the npx of any npm. */
export const pnpm = ['npx', '-y', readManifest(root).packageManager ?? 'pnpm'];

/** A digest of all inputs of an installation. */
export function installState() {
  const manifests = workspaceFolders().map((folder) => join(folder, 'package.json'));
  const settings = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'].map((name) => join(root, name));
  return `${process.platform} ${process.arch} ${digestContents(root, [...settings, ...manifests])}`;
}

/**
 * Installs the packages in the lockfile, unless they are installed. Output goes to standard error.
 *
 * @returns {Promise<'installed' | 'unchanged'>}
 */
export async function install() {
  const state = installState();
  if (isStamped(stampFile, state) && hasAllModules()) {
    assertPinnedNode();
    return 'unchanged';
  }
  removeStamp(stampFile);
  const [npx = '', ...args] = pnpm;
  await mustRun(npx, [...args, 'install', '--frozen-lockfile'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    // Nobody can answer a question.
    env: { CI: 'true', ...process.env },
  });
  assertPinnedNode();
  writeStamp(stampFile, state);
  return 'installed';
}

/** Whether each package still has its folder of links: someone may have removed one by hand. */
function hasAllModules() {
  return workspaceFolders().every((folder) => {
    const { dependencies = {}, devDependencies = {} } = readManifest(folder);
    const hasNone = Object.keys({ ...dependencies, ...devDependencies }).length === 0;
    return hasNone || existsSync(join(folder, 'node_modules'));
  });
}
