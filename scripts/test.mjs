import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { install } from './install.mjs';
import { memoryFolder } from './memory-folder.mjs';
import { pinnedEnvironment, pinnedNode } from './pinned-node.mjs';
import { mustRun } from './run.mjs';
import { describeFailure, seconds } from './step.mjs';
import { summarize } from './summary.mjs';
import { cacheFolder, root } from './workspace.mjs';

const bin = (/** @type {string} */ name) => join(root, 'node_modules/.bin', name);

/**
 * Also runs the slow tests: the stores in PostgreSQL, kills, the simulation, hostile use, pages in a browser, tarballs.
 */
const all = process.argv.includes('--all');

const temporary = process.env['TMPDIR'] ?? memoryFolder();

const environment = {
  ...pinnedEnvironment,
  ...(temporary !== undefined && { TMPDIR: temporary }),
  /** Properties with five times as many runs, and the simulation with as many seeds: see `depth.ts`. */
  ...(process.argv.includes('--nightly') && { BOTWRIGHT_DEPTH: '5' }),
};

/**
 * `results`: the file with the results of its tests. `output`: the file for its output; such a step runs concurrently
 * with the others, and is reported in its turn.
 *
 * @typedef {{
 *   name: string,
 *   title: string,
 *   needed?: true,
 *   results?: string,
 *   output?: string,
 *   work: (output?: number) => Promise<unknown>,
 * }} Step
 */

/** @type {readonly Step[]} */
const firstSteps = [{ name: 'install', title: 'packages of the lockfile', needed: true, work: install }];

/**
 * The build waits half of its time, with one processor idle. Lint and types only read sources.
 *
 * @type {readonly Step[]}
 */
const quickSteps = [
  { name: 'build', title: 'every package', needed: true, work: build },
  beside({
    name: 'lint',
    title: 'form and habits, by Biome',
    work: (output) => tool(bin('biome'), ['check', '.'], output),
  }),
  beside({ name: 'types', title: 'by TypeScript', work: checkTypes }),
];

/** @type {readonly Step[]} */
const testSteps = [
  checks('checks', "the repository's own", ['--quick']),
  tests('tests', 'unit, property and over real sockets', 'quick*'),
];

/**
 * Hostile use compares a server with the same server at rest, and waits most of the time. The steps next to it are work
 * of the processor, and have no time limits: they also take the time that the long tests leave, one after another.
 *
 * @type {readonly Step[]}
 */
const longSteps = [
  tests('long tests', 'PostgreSQL, whole servers, kills, browsers', 'long*'),
  tests('hostile use', 'a server under attack', 'hostile'),
  beside(checks('packages', 'packed tarballs', ['packages'])),
  beside(checks('pages', 'code in pages, and public types', ['docs', 'api'])),
  beside(tests('patient tests', 'simulation, contracts of stores, commands', 'patient')),
];

/** @type {import('./summary.mjs').Stage[]} */
const stages = [];
const startedAt = performance.now();
if ((await runSteps(firstSteps)) && (await runSteps(quickSteps))) {
  await runSteps(testSteps);
  if (all) {
    process.stdout.write(`\n== npm test: ${seconds(startedAt)}; npm run test:all goes on\n`);
    await runSteps(longSteps);
  }
}

process.stdout.write(summarize(root, stages));
process.exitCode = stages.some(({ hasFailed }) => hasFailed) ? 1 : 0;

/**
 * @param {readonly Step[]} steps
 * @returns {Promise<boolean>} Whether the steps after these can run.
 */
async function runSteps(steps) {
  /** @type {Map<Step, ReturnType<typeof attempt>>} */
  const begun = new Map();
  /** @type {Promise<unknown>} */
  let before = Promise.resolve();
  for (const step of steps.filter(({ output }) => output !== undefined)) {
    const attempted = before.then(() => attempt(step));
    begun.set(step, attempted);
    before = attempted;
  }
  let canGoOn = true;
  for (const step of steps) {
    const { name, title, needed, results, output } = step;
    if (!(canGoOn || begun.has(step))) continue;
    process.stdout.write(`\n== ${name}: ${title}\n`);
    const { failure, took } = await (begun.get(step) ?? attempt(step));
    if (output !== undefined) process.stdout.write(readFileSync(output));
    const hasFailed = failure !== undefined;
    process.stdout.write(
      `== ${name}: ${hasFailed ? `FAILED in ${took}. ${describeFailure(failure)}` : `ok in ${took}`}\n`,
    );
    stages.push({ name, took, hasFailed, results: results === undefined ? undefined : readResults(results) });
    if (hasFailed && needed) canGoOn = false;
  }
  return canGoOn;
}

/** @param {Step} step */
async function attempt({ work }) {
  const startedAt = performance.now();
  /** @type {unknown} */
  let failure;
  try {
    await work();
  } catch (error) {
    failure = error;
  }
  return { failure, took: seconds(startedAt) };
}

/**
 * Runs a program of the repository, on the pinned Node.
 *
 * @param {readonly string[]} args
 * @param {number} [output] Left out: the output of this process. A program with another has the lowest priority.
 */
async function node(args, output) {
  const options = output === undefined ? [] : ['--import=./scripts/lowest-priority.mjs'];
  await tool(pinnedNode, [...options, ...args], output);
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {number} [output]
 */
async function tool(command, args, output) {
  await mustRun(command, args, { cwd: root, stdio: ['ignore', output ?? 1, output ?? 2], env: environment });
}

/**
 * Runs in the time that the other steps leave: many tests wait, and some are measured. Such steps run one after another,
 * from the beginning of the others.
 *
 * @param {Step} step
 * @returns {Step}
 */
function beside(step) {
  const output = join(cacheFolder, `${step.name.replaceAll(' ', '-')}.txt`);
  return {
    ...step,
    output,
    async work() {
      mkdirSync(cacheFolder, { recursive: true });
      const file = openSync(output, 'w');
      try {
        await step.work(file);
      } finally {
        closeSync(file);
      }
    },
  };
}

/**
 * @param {string} name
 * @param {string} title
 * @param {readonly string[]} args Of the checks of the repository.
 * @returns {Step}
 */
function checks(name, title, args) {
  return { name, title, work: (output) => node(['.ci/check.ts', ...args], output) };
}

/**
 * Pages run in browsers, and are compiled with the types of browsers.
 *
 * @param {number} [output]
 */
async function checkTypes(output) {
  await tool(bin('tsc'), ['-p', 'tsconfig.json'], output);
  for (const page of ['packages/console/page', 'packages/web-chat/page']) await tool(bin('tsc'), ['-p', page], output);
}

/**
 * @param {string} name
 * @param {string} title
 * @param {string} projects Pattern of the names of the projects in `vitest.config.ts`.
 * @returns {Step}
 */
function tests(name, title, projects) {
  const results = join(cacheFolder, `${name.replaceAll(' ', '-')}.json`);
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  return {
    name,
    title,
    results,
    async work(output) {
      mkdirSync(cacheFolder, { recursive: true });
      rmSync(results, { force: true });
      await node([join(root, 'node_modules/vitest/vitest.mjs'), 'run', `--project=${projects}`, ...reports], output);
    },
  };
}

/**
 * @param {string} file
 * @returns {import('./summary.mjs').TestResults | undefined} Nothing when the run did not come to its end.
 */
function readResults(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
