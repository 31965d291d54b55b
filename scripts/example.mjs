import { join } from 'node:path';
import './prepare.mjs';
import { pinnedEnvironment, pinnedNode } from './pinned-node.mjs';
import { run } from './run.mjs';
import { root } from './workspace.mjs';

const [name = 'quickstart', ...args] = process.argv.slice(2);
const { exitCode } = await run(pinnedNode, [join(root, 'examples', name, 'src/main.ts'), ...args], {
  cwd: root,
  env: pinnedEnvironment,
});
process.exitCode = exitCode;
