import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { install } from './install.mjs';
import { pinnedEnvironment, pinnedNode } from './pinned-node.mjs';
import { mustRun } from './run.mjs';
import { describeFailure, seconds } from './step.mjs';
import { summarize } from './summary.mjs';
import { cacheFolder, root } from './workspace.mjs';

const resultsFile = join(cacheFolder, 'tests.json');
const bin = (/** @type {string} */ name) => join(root, 'node_modules/.bin', name);

/** @type {readonly { name: string, title: string, needed?: true, work: () => Promise<unknown> }[]} */
const steps = [
  { name: 'install', title: 'what the lockfile names', needed: true, work: install },
  { name: 'build', title: 'every package', needed: true, work: build },
  { name: 'lint', title: 'form and habits, by Biome', work: () => tool(bin('biome'), ['check', '.']) },
  { name: 'types', title: 'by TypeScript', work: checkTypes },
  { name: 'tests', title: 'unit, property and over real sockets', work: runTests },
  { name: 'checks', title: "the repository's own", work: () => tool(pinnedNode, ['.ci/check.ts']) },
];

/** @type {string[]} */
const failedSteps = [];
for (const { name, title, needed, work } of steps) {
  process.stdout.write(`\n== ${name}: ${title}\n`);
  const startedAt = performance.now();
  try {
    await work();
    process.stdout.write(`== ${name}: ok in ${seconds(startedAt)}\n`);
  } catch (error) {
    process.stdout.write(`== ${name}: FAILED in ${seconds(startedAt)}. ${describeFailure(error)}\n`);
    failedSteps.push(name);
    if (needed) break;
  }
}

if (failedSteps.length > 0) process.stdout.write(`\nFailed: ${failedSteps.join(', ')}\n`);
process.stdout.write(`\n${summarize(failedSteps, readResults())}\n`);
process.exitCode = failedSteps.length === 0 ? 0 : 1;

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
async function tool(command, args) {
  await mustRun(command, args, { cwd: root, stdio: ['ignore', 1, 2], env: pinnedEnvironment });
}

/** Pages run in browsers, and are compiled with the types of those. */
async function checkTypes() {
  await tool(bin('tsc'), ['-p', 'tsconfig.json']);
  for (const page of ['packages/console/page', 'packages/web-chat/page']) await tool(bin('tsc'), ['-p', page]);
}

async function runTests() {
  mkdirSync(cacheFolder, { recursive: true });
  rmSync(resultsFile, { force: true });
  await tool(bin('vitest'), ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${resultsFile}`]);
}

/** @returns {{ numPassedTests: number, numFailedTests: number } | undefined} */
function readResults() {
  // Another run's, when this one did not get so far.
  if (failedSteps.includes('install') || failedSteps.includes('build')) return undefined;
  try {
    return JSON.parse(readFileSync(resultsFile, 'utf8'));
  } catch {
    return undefined;
  }
}
