import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configureGlobal } from 'fast-check';
import { type RunnerTestCase, TestRunner } from 'vitest';

/** The variables that the changed sources read and count in: Stryker's instrumenter writes them. */
interface Switches {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: {
    readonly static: Record<string, number>;
    readonly perTest: Record<string, Record<string, number>>;
  };
}
const scope = globalThis as { __stryker__?: Switches };
scope.__stryker__ ??= {};
const switches = scope.__stryker__;
const folder = process.env['BOTWRIGHT_MUTATE'] ?? '';
/** A loop that a change made endless is stopped after this many times the usual. */
const hitFactor = 100;

const plan: {
  readonly killed?: readonly string[];
  readonly unrepeatable?: readonly string[];
  readonly finished?: readonly string[];
  readonly failing?: readonly string[];
  readonly round?: readonly [number, number];
  /** Whether a test may take longer, and the tests to repeat then. */
  readonly isAtEnd?: boolean;
  readonly only?: readonly string[];
  /** By test, the changes that it has not noticed. */
  readonly tried?: Readonly<Record<string, readonly string[]>>;
} = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8'));
const killed = new Set(plan.killed);
const unrepeatable = new Set(plan.unrepeatable);
const finished = new Set(plan.finished);
const failing = new Set(plan.failing);
/** A change is tried from this test on that executes it, up to that one. */
const [from, to] = plan.round ?? [0, 0];
/** By change, the number of tests that have executed it. */
const executions = new Map<string, number>();
const note = (line: Readonly<Record<string, unknown>>) =>
  appendFileSync(join(folder, 'log.jsonl'), `${JSON.stringify(line)}\n`);

/** A try that takes longer is an endless loop. From the duration without a change; both in milliseconds. */
const withinOf = (duration: number) => 5_000 + Math.max(3 * duration, Math.min(20 * duration, 20_000));
/** A test that takes longer with all its changes leaves the rest to others, and tries it at the end. In milliseconds. */
const longest = { usually: 30_000, atEnd: 1_200_000 };
/** The time between two runs without a change, as a multiple of such a run. */
const checkFactor = 10;

// Which of the failing values is the smallest does not matter here.
configureGlobal({ endOnFailure: true });

/**
 * Repeats each test once for every change that the test executes, in the process that has loaded everything. A change
 * counts as killed if the test fails with it and passes again without it.
 */
// biome-ignore lint/style/noDefaultExport: Vitest reads it.
export default class MutantRunner extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    if (failing.has(test.id)) return;
    if (process.env['__STRYKER_ACTIVE_MUTANT__'] !== undefined) {
      note({ started: test.id });
      return run();
    }
    const began = performance.now();
    const passes = await this.#passes(test, run, { currentTestId: test.id });
    const duration = performance.now() - began;
    const within = withinOf(duration);
    if (!passes) return note({ failing: test.id, name: test.fullTestName });
    const { static: loaded = {}, perTest = {} } = switches.mutantCoverage ?? {};
    const hits = perTest[test.id] ?? {};
    const isRepeated = !unrepeatable.has(test.id);
    note({ [isRepeated ? 'covered' : 'apart']: Object.keys(hits) });
    note({ apart: Object.keys(loaded) });
    if (!isRepeated) return;
    const tried = new Set(plan.tried?.[test.id]);
    const due = Object.entries(hits).filter(([id]) => {
      const before = executions.get(id) ?? 0;
      executions.set(id, before + 1);
      return before >= from && before < to && !killed.has(id) && !tried.has(id);
    });
    if (due.length === 0 || finished.has(test.id) || !(plan.only?.includes(test.id) ?? true)) return;

    const until = performance.now() + (plan.isAtEnd ? longest.atEnd : longest.usually);
    const seen: string[] = [];
    let checked = performance.now();
    let isWhole = true;
    for (const [id, count] of due) {
      isWhole = performance.now() < until;
      if (!isWhole) break;
      note({ trying: id, within });
      const set = { activeMutant: id, hitCount: 0, hitLimit: count * hitFactor };
      if (await this.#passes(test, run, set)) {
        note({ passed: id, test: test.id });
        continue;
      }
      seen.push(id);
      if (performance.now() - checked < checkFactor * duration) continue;
      await this.#mustPass(test, run, seen);
      checked = performance.now();
    }
    await this.#mustPass(test, run, seen);
    note({ [isWhole ? 'finished' : 'paused']: test.id });
  }

  async #passes(test: RunnerTestCase, run: () => unknown, set: Switches): Promise<boolean> {
    this.onBeforeTryTask(test, { retry: 0, repeats: 0 });
    Object.assign(switches, set);
    try {
      await run();
      this.onAfterTryTask(test);
      return true;
    } catch {
      return false;
    } finally {
      Object.assign(switches, {
        activeMutant: undefined,
        currentTestId: undefined,
        hitCount: undefined,
        hitLimit: undefined,
      });
    }
  }

  /**
   * Notes the changes that the test has noticed, if it passes without them. A value that one of them left behind, for
   * example in a cache, ends the process: the next one begins without it.
   */
  async #mustPass(test: RunnerTestCase, run: () => unknown, seen: string[]): Promise<void> {
    if (!(await this.#passes(test, run, {}))) {
      note({ unrepeatable: test.id });
      process.kill(process.pid, 'SIGKILL');
    }
    for (const id of seen.splice(0)) {
      killed.add(id);
      note({ killed: id });
    }
  }
}
