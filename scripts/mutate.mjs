import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { root } from './workspace.mjs';

/** By area, its file or folder, and the tests that have to fail when a source in it changes, below packages/core. */
const areas = {
  'retry-policy': {
    sources: 'src/domain/delivery/retry-policy.ts',
    tests: ['src/domain/delivery/{retry-policy,delivery.prop}.test.ts'],
  },
  paging: { sources: 'src/domain/paging', tests: ['src/domain/paging/*.test.ts'] },
  lifecycle: { sources: 'src/domain/lifecycle', tests: ['src/domain/lifecycle/*.test.ts'] },
  edits: { sources: 'src/domain/edits', tests: ['src/domain/edits/*.test.ts'] },
  rules: {
    sources: 'src/domain/rules',
    tests: ['src/domain/{rules/**,own-rules}/*.test.ts', 'src/blocks/keywords/*.test.ts', 'test/rule-docs.test.ts'],
  },
  runner: { sources: 'src/runner', tests: ['{src,test}/runner/**/*.test.ts', 'src/blocks/**/*.test.ts'] },
};
/** In percent. */
const mostAlive = 10;
/** Without a note for longer, a process hangs, unless the last note says otherwise. In milliseconds. */
const longest = 60_000;

/**
 * Tests that execute a change try it in this order: one of the first usually kills it. After 256 tests it counts as
 * alive.
 */
const rounds = [
  { round: [0, 8] },
  { round: [8, 64] },
  { round: [64, 256] },
  // What slow tests have left to others, which have not noticed it.
  { round: [0, 256], isAtEnd: true },
];

/** The run of the tests of now. @type {import('node:child_process').ChildProcess | undefined} */
let running;
process.on('exit', () => endRun());
process.on('SIGINT', () => process.exit(130));

const names = /** @type {(keyof typeof areas)[]} */ (Object.keys(areas));
/** By area, its sources to change. @type {Map<keyof typeof areas, string[]>} */
const wanted = new Map();
for (const given of process.argv.length > 2 ? process.argv.slice(2) : names) {
  const path = relative(root, resolve(given));
  const area = names.find((name) => name === given || `${path}/`.startsWith(`packages/core/${areas[name].sources}/`));
  if (area === undefined) {
    console.error(`mutate: ${given} is neither an area nor in one: ${names.join(', ')}.`);
    process.exit(2);
  }
  const source = area === given ? `packages/core/${areas[area].sources}` : path;
  wanted.set(area, [...(wanted.get(area) ?? []), ...filesIn(source)]);
}
for (const [area, sources] of wanted) await mutate(area, sources);

/** @param {string} source A file or a folder. */
function filesIn(source) {
  if (statSync(join(root, source)).isFile()) return [source];
  return globSync(`${source}/**/*.ts`, { cwd: root }).filter((path) => !/\.(test|doc)\.ts$/.test(path));
}

/**
 * Changes the sources in one place at a time, and prints the changes that no test notices.
 *
 * @param {keyof typeof areas} area
 * @param {readonly string[]} sources Files, relative to the root.
 */
async function mutate(area, sources) {
  const started = performance.now();
  const silent = /** @type {any} */ ({ debug() {}, info() {}, warn: console.warn, isDebugEnabled: () => false });
  const { files, mutants } = await new Instrumenter(silent).instrument(
    sources.map((name) => ({ name: join(root, name), mutate: true, content: readFileSync(join(root, name), 'utf8') })),
    { plugins: null, excludedMutations: [], ignorers: [] },
  );
  const changes = mutants.filter(({ status }) => status !== 'Ignored');
  const folder = mkdtempSync(join(tmpdir(), 'mutate-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const tests = globSync(
    areas[area].tests.map((glob) => `packages/core/${glob}`),
    { cwd: root },
  );
  const changed = Object.fromEntries(files.map(({ name, content }) => [name, content]));
  /** @type {(tests: readonly string[], known?: object, env?: NodeJS.ProcessEnv) => ReturnType<typeof vitest>} */
  const run = (tests, known = {}, env = {}) => {
    writeFileSync(join(folder, 'plan.json'), JSON.stringify({ tests, changed, ...known }));
    return vitest(folder, env);
  };

  const { killed, apart, failing } = await killInOneProcess(area, (known) => run(tests, known));
  const quickly = killed.size;
  console.error(`${area}: ${quickly} of ${changes.length} killed, ${apart.size} more in processes of their own`);
  for (const id of apart) {
    const { code } = await run(tests, { failing: [...failing.keys()] }, { __STRYKER_ACTIVE_MUTANT__: id });
    if (code !== 0) killed.add(id);
  }

  for (const name of failing.values()) console.log(`Left out, fails with the switches alone: ${name}`);
  for (const change of changes) if (!killed.has(change.id)) console.log(describe(change));
  const seconds = Math.round((performance.now() - started) / 1000);
  const percent = (100 * killed.size) / changes.length;
  const counts = `${killed.size} of ${changes.length} changes killed (${percent.toFixed(1)} %)`;
  console.log(`${area}: ${counts}, ${quickly} of them in one process, in ${seconds} s`);
  if (percent < 100 - mostAlive) process.exitCode = 1;
}

/**
 * Tries the changes in the process that has loaded the tests. An endless loop and a value that a change leaves behind
 * end the process; the next one leaves them out.
 *
 * @param {string} area
 * @param {(known: object) => ReturnType<typeof vitest>} run
 */
async function killInOneProcess(area, run) {
  /** @type {Set<string>} */
  const killed = new Set();
  /** Tests that have tried all their changes of the round. @type {Set<string>} */
  const finished = new Set();
  /** By test, the changes that it has not noticed. @type {Record<string, string[]>} */
  const tried = {};
  /** Slow tests, for the last round. @type {Set<string>} */
  const paused = new Set();
  /** Tests that fail after a change is gone. @type {Set<string>} */
  const unrepeatable = new Set();
  /** By test that fails without a change, its name: one that measures its time, for example. @type {Map<string, string>} */
  const failing = new Map();
  /** Changes that a repeated test executes. @type {Set<string>} */
  const covered = new Set();
  /** Changes that act while modules load, or that only such a test executes. @type {Set<string>} */
  const apart = new Set();
  for (const round of rounds) {
    if (round.isAtEnd && paused.size === 0) break;
    finished.clear();
    for (let isOver = false; !isOver; ) {
      const before = killed.size + unrepeatable.size;
      const { code, notes, output } = await run({
        ...round,
        ...(round.isAtEnd && { only: [...paused] }),
        tried,
        killed: [...killed],
        finished: [...finished, ...(round.isAtEnd ? [] : paused)],
        unrepeatable: [...unrepeatable],
        failing: [...failing.keys()],
      });
      for (const note of notes) {
        for (const id of note.apart ?? []) apart.add(id);
        for (const id of note.covered ?? []) covered.add(id);
        if (note.finished !== undefined) finished.add(note.finished);
        if (note.test !== undefined && note.passed !== undefined) {
          tried[note.test] ??= [];
          tried[note.test]?.push(note.passed);
        }
        if (note.paused !== undefined) paused.add(note.paused);
        if (note.killed !== undefined) killed.add(note.killed);
        if (note.failing !== undefined) failing.set(note.failing, note.name ?? '');
        if (note.unrepeatable !== undefined) unrepeatable.add(note.unrepeatable);
      }
      const last = notes.at(-1);
      isOver = code === 0;
      if (!isOver && last?.trying !== undefined) killed.add(last.trying);
      if (isOver || killed.size + unrepeatable.size > before) continue;
      console.error(`mutate: the tests of ${area} fail without a change.\n${output}`);
      process.exit(1);
    }
  }
  return { killed, apart: apart.difference(covered).difference(killed), failing };
}

/** @param {Awaited<ReturnType<Instrumenter['instrument']>>['mutants'][number]} change */
function describe({ fileName, location: { start, end }, mutatorName, replacement }) {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line, end.line + 1);
  const after = (lines.at(-1)?.length ?? 0) - end.column;
  const text = lines.join('\n');
  const place = `${relative(root, fileName)}:${start.line + 1}:${start.column + 1}`;
  return `${place} ${mutatorName}\n-   ${text.slice(start.column, text.length - after)}\n+   ${replacement}`;
}

/**
 * Runs the tests that the folder's plan names. Ends the processes when nothing happens for too long.
 *
 * @typedef {{
 *   readonly apart?: readonly string[],
 *   readonly covered?: readonly string[],
 *   readonly trying?: string,
 *   readonly killed?: string,
 *   readonly finished?: string,
 *   readonly paused?: string,
 *   readonly passed?: string,
 *   readonly test?: string,
 *   readonly unrepeatable?: string,
 *   readonly failing?: string,
 *   readonly name?: string,
 * }} Note
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ readonly code: number | null, readonly notes: readonly Note[], readonly output: string }>}
 */
function vitest(folder, env) {
  const log = join(folder, 'log.jsonl');
  writeFileSync(log, '');
  const child = spawn('vitest', ['run', '--config', 'vitest.mutate.config.ts', '--bail', '1', '--reporter', 'dot'], {
    cwd: root,
    env: { ...process.env, BOTWRIGHT_MUTATE: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  running = child;
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  let size = 0;
  let at = performance.now();
  const watch = setInterval(() => {
    const text = readFileSync(log, 'utf8');
    if (text.length !== size) at = performance.now();
    size = text.length;
    const [, within = longest] = /"within":([\d.]+)\}\n$/.exec(text) ?? [];
    if (performance.now() - at > Number(within)) endRun();
  }, 1000);
  return new Promise((settle) => {
    child.on('close', (code) => {
      clearInterval(watch);
      running = undefined;
      const lines = readFileSync(log, 'utf8').split('\n').filter(Boolean);
      settle({ code, notes: lines.map((line) => JSON.parse(line)), output });
    });
  });
}

/** Vitest starts other processes, which an endless loop keeps. */
function endRun() {
  if (running?.pid !== undefined) process.kill(-running.pid, 'SIGKILL');
}
