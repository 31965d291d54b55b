import { join } from 'node:path';
import './prepare.mjs';
import { pinnedEnvironment, pinnedNode } from './pinned-node.mjs';
import { run } from './run.mjs';
import { root } from './workspace.mjs';

const command = join(root, 'packages/cli/bin/botwright.js');
const { exitCode } = await run(pinnedNode, [command, 'serve', ...process.argv.slice(2)], {
  cwd: root,
  env: pinnedEnvironment,
});
process.exitCode = exitCode;
