import { join } from 'node:path';
import { installState, pnpm } from './install.mjs';
import { pinnedEnvironment } from './pinned-node.mjs';
import { mustRunQuietly } from './run.mjs';
import { digestContents, digestTimes, isStamped, listFiles, removeStamp, writeStamp } from './stamp.mjs';
import { cacheFolder, readManifest, root, workspaceFolders } from './workspace.mjs';

const stampFile = join(cacheFolder, 'built');

/**
 * Builds every package in the order of their dependencies, two at a time, unless the present output was made
 * from the present sources.
 *
 * @returns {Promise<'built' | 'unchanged'>}
 */
export async function build() {
  const inputs = inputState();
  if (isStamped(stampFile, `${inputs} ${outputState()}`)) return 'unchanged';

  removeStamp(stampFile);
  const [npx = '', ...args] = pnpm;
  await mustRunQuietly(npx, [...args, '--recursive', '--workspace-concurrency=2', 'run', 'build'], {
    cwd: root,
    env: pinnedEnvironment,
  });
  writeStamp(stampFile, `${inputs} ${outputState()}`);
  return 'built';
}

/** Whether the present output was made from the present sources. */
export function isBuilt() {
  return isStamped(stampFile, `${inputState()} ${outputState()}`);
}

function builtFolders() {
  return workspaceFolders().filter((folder) => readManifest(folder).scripts?.['build'] !== undefined);
}

/** Read before the build starts, so that the next build notices an edit during this one. */
function inputState() {
  /** @param {string} name */
  const isNoInput = (name) => name === 'node_modules' || name === 'dist' || /\.test(-d)?\.ts$/.test(name);
  const sources = builtFolders().flatMap((folder) => listFiles(folder, isNoInput));
  const settings = ['tsconfig.base.json', 'tsconfig.json', 'tsup.base.ts'].map((name) => join(root, name));
  return `${installState()} ${digestContents(root, [...settings, ...sources])}`;
}

function outputState() {
  return digestTimes(
    root,
    builtFolders().flatMap((folder) => listFiles(join(folder, 'dist'))),
  );
}
