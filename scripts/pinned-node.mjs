import { execFileSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { cacheFolder, readManifest, root } from './workspace.mjs';

/** The Node that the repository pins. The installation includes it, independent of the machine's Node. */
export const pinnedNode = join(root, 'node_modules/node/bin/node');

/**
 * The environment of everything that runs after the installation: the pinned Node and tools come first. Processes share
 * compiled code, because compiling takes a third of the time of short ones.
 */
export const pinnedEnvironment = {
  ...process.env,
  NODE_COMPILE_CACHE: join(cacheFolder, 'compiled'),
  PATH: [join(root, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter),
};

/** @throws {Error} When the pinned Node is missing or another one than `package.json` names. */
export function assertPinnedNode() {
  const wanted = `v${readManifest(root).devDependencies?.['node']}`;
  let found = 'none';
  try {
    found = execFileSync(pinnedNode, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    // Missing or not runnable here: reported below as "none".
  }
  if (found !== wanted) throw new Error(`node_modules/node should be Node ${wanted}, found: ${found}.`);
}
