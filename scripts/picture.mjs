import { join } from 'node:path';
import './prepare.mjs';
import { pinnedEnvironment, pinnedNode } from './pinned-node.mjs';
import { run } from './run.mjs';
import { root } from './workspace.mjs';

const main = join(root, 'packages/e2e/test/picture/main.ts');
const args = ['--conditions=@botwright/source', main];
const { exitCode } = await run(pinnedNode, args, { cwd: root, env: pinnedEnvironment });
process.exitCode = exitCode;
