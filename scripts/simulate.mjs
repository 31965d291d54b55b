import { join } from 'node:path';
import './prepare.mjs';
import { pinnedEnvironment, pinnedNode } from './pinned-node.mjs';
import { run } from './run.mjs';
import { root } from './workspace.mjs';

const main = join(root, 'packages/e2e/simulation/main.ts');
const args = ['--conditions=@botwright/source', main, ...process.argv.slice(2)];
const { exitCode } = await run(pinnedNode, args, { cwd: process.cwd(), env: pinnedEnvironment });
process.exitCode = exitCode;
