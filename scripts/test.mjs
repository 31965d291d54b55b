import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { install } from './install.mjs';
import { pinnedEnvironment, pinnedNode } from './pinned-node.mjs';
import { mustRun } from './run.mjs';
import { describeFailure, seconds } from './step.mjs';
import { cacheFolder, root } from './workspace.mjs';

const resultsFile = join(cacheFolder, 'tests.json');
const bin = (/** @type {string} */ name) => join(root, 'node_modules/.bin', name);

/** @type {readonly { name: string, title: string, needed?: true, work: () => Promise<unknown> }[]} */
const steps = [
  { name: 'install', title: 'what the lockfile names', needed: true, work: install },
  { name: 'build', title: 'every package', needed: true, work: build },
  { name: 'lint', title: 'form and habits, by Biome', work: () => tool(bin('biome'), ['check', '.']) },
  { name: 'types', title: 'by TypeScript', work: () => tool(bin('tsc'), ['-p', 'tsconfig.json']) },
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

const { passed, failed } = countTests();
const failedElsewhere = failedSteps.filter((name) => name !== 'tests' || failed === 0);
if (failedSteps.length > 0) process.stdout.write(`\nFailed: ${failedSteps.join(', ')}\n`);
// Read by machines: the last line, tests as vitest counts them, and one more failure for each other step that failed.
process.stdout.write(`\n${passed} passed, ${failed + failedElsewhere.length} failed\n`);
process.exitCode = failedSteps.length === 0 ? 0 : 1;

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
async function tool(command, args) {
  await mustRun(command, args, { cwd: root, stdio: ['ignore', 1, 2], env: pinnedEnvironment });
}

async function runTests() {
  mkdirSync(cacheFolder, { recursive: true });
  rmSync(resultsFile, { force: true });
  await tool(bin('vitest'), ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${resultsFile}`]);
}

function countTests() {
  if (failedSteps.some((name) => name === 'install' || name === 'build')) return { passed: 0, failed: 0 };
  try {
    const results = JSON.parse(readFileSync(resultsFile, 'utf8'));
    return { passed: results.numPassedTests, failed: results.numFailedTests };
  } catch {
    return { passed: 0, failed: 0 };
  }
}
