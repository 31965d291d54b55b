import type { BlockKinds } from '../../domain/rules/block-kind.ts';
import { utf8Length } from '../../domain/text.ts';
import type { Clock, Timer } from '../../ports/clock.ts';
import { createBrandQueue } from '../brand-queue.ts';
import type { StorageActivity } from '../events/engine-storage.ts';
import { keepAliveDuring } from '../keep-alive.ts';

/** UTF-8 bytes of JSON text. A smaller diagram is checked in a few milliseconds. */
export const largeText = 262_144;

/**
 * UTF-16 units of formulas to parse. Parsing takes a hundred times as long as checking other text of the same length.
 */
const manyFormulas = 4_000;

/** Milliseconds of work after which other work may run. */
const pieceMs = 8;

/** Turns of the event loop within which a new request makes its first call to the store. */
const turnsForOthers = 4;

/**
 * Maximum of a pause in milliseconds. A piece of work can seem longer than it was when the clock jumps after the
 * machine slept.
 */
const longestRestMs = 1_000;

/** Passed to work on a large diagram, which calls `pause` between its pieces. */
export interface LargeDiagramWork {
  /**
   * Ends a piece of the work. After a long piece it lets other work run for a few turns of the event loop; if there is
   * other work, for the duration of the piece, so that large diagrams take at most half of the time. After a short
   * piece it does nothing.
   */
  pause(): Promise<void>;
}

/** Works on one large diagram at a time. */
export interface LargeDiagramQueue {
  /**
   * Runs `work` when no other work on a large diagram runs. The brands that wait are served one after the other, each
   * with one piece of work; the work of one brand is done in the order of arrival. `work` must not wait for anything
   * outside the engine.
   *
   * @throws {EngineError} `too_many_requests` when as many of the brand wait already.
   * @spec DR44
   */
  run<T>(brand: string, work: (large: LargeDiagramWork) => Promise<T>): Promise<T>;
}

export interface LargeDiagramQueueOptions {
  readonly clock: Clock;
  readonly timer: Timer;
  /** The activity of the engine's storage. */
  readonly activity: StorageActivity;
  /** How many large diagrams of one brand may wait; each stays in memory. */
  readonly maxWaiting: number;
}

/** @spec DR44 */
export function createLargeDiagramQueue({
  clock,
  timer,
  activity,
  maxWaiting,
}: LargeDiagramQueueOptions): LargeDiagramQueue {
  const slots = createBrandQueue({ concurrency: 1, maxWaiting });

  /** Waits a few turns of the event loop. @returns Whether other work ran. */
  async function areOthersAtWork(): Promise<boolean> {
    if (timer.nextTurn === undefined) return true;
    const [seen, startedAt] = [activity.count(), clock.now()];
    for (let turn = 0; turn < turnsForOthers; turn += 1) await timer.nextTurn();
    // The clock shows other work of the host in this process.
    return activity.count() !== seen || clock.now() > startedAt;
  }

  function startWork(): LargeDiagramWork {
    let startedAt = clock.now();
    return {
      async pause() {
        const took = Math.max(0, clock.now() - startedAt);
        if (took >= pieceMs && (await areOthersAtWork())) await timer.sleep(Math.min(took, longestRestMs));
        startedAt = clock.now();
      },
    };
  }

  async function runInPieces<T>(work: (large: LargeDiagramWork) => Promise<T>): Promise<T> {
    const large = startWork();
    try {
      return await work(large);
    } finally {
      await large.pause();
    }
  }

  return { run: (brand, work) => keepAliveDuring(timer, () => slots.run(brand, () => runInPieces(work))) };
}

/**
 * Whether JSON texts are large together. Counts their bytes only if their lengths do not decide: a UTF-16 unit takes
 * one to three bytes.
 */
export function isLargeText(...diagramJsons: readonly string[]): boolean {
  const units = diagramJsons.reduce((sum, { length }) => sum + length, 0);
  if (units >= largeText || 3 * units < largeText) return units >= largeText;
  return diagramJsons.reduce((bytes, text) => bytes + utf8Length(text), 0) >= largeText;
}

/** Whether formulas take long to read. */
export function hasManyFormulas(expressions: readonly string[], { formulas }: BlockKinds): boolean {
  let unread = 0;
  for (const expression of expressions) {
    if (!formulas.isKnown(expression)) unread += expression.length;
    if (unread > manyFormulas) return true;
  }
  return false;
}
