import { join } from 'node:path';
import './prepare.mjs';
import { pinnedEnvironment, pinnedNode } from './pinned-node.mjs';
import { run } from './run.mjs';
import { root } from './workspace.mjs';

const { exitCode } = await run(pinnedNode, [join(root, 'packages/bench/src/main.ts'), ...process.argv.slice(2)], {
  cwd: process.cwd(),
  env: pinnedEnvironment,
});
process.exitCode = exitCode;
