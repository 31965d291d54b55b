import type { BlockKinds } from '../../domain/rules/block-kind.ts';
import type { Clock, Timer } from '../../ports/clock.ts';
import { createBrandQueue } from '../brand-queue.ts';
import { keepAliveDuring } from '../keep-alive.ts';

/** UTF-16 units, or bytes, of JSON text. A smaller diagram is checked in a few milliseconds. */
export const largeText = 262_144;

/**
 * UTF-16 units of formulas to parse. Parsing takes a hundred times as long as checking other text of the same length.
 */
const manyFormulas = 4_000;

/** Milliseconds of work after which other work may run. */
const pieceMs = 8;

/**
 * Maximum of a pause in milliseconds. A piece of work can seem longer than it was when the clock jumps after the
 * machine slept.
 */
const longestRestMs = 1_000;

/** Passed to work on a large diagram, which calls `pause` between its pieces. */
export interface LargeDiagramWork {
  /**
   * Ends a piece of the work. After a long piece it leaves the process to others for as long as the piece took, so
   * that large diagrams take half of the time at most; after a short piece it does nothing.
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
  /** How many large diagrams of one brand may wait; each is kept in memory. */
  readonly maxWaiting: number;
}

/** @spec DR44 */
export function createLargeDiagramQueue({ clock, timer, maxWaiting }: LargeDiagramQueueOptions): LargeDiagramQueue {
  const slots = createBrandQueue({ concurrency: 1, maxWaiting });

  function startWork(): LargeDiagramWork {
    let startedAt = clock.now();
    return {
      async pause() {
        const took = clock.now() - startedAt;
        if (took >= pieceMs) await timer.sleep(Math.min(took, longestRestMs));
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

export function isLargeText(diagramJson: string): boolean {
  return diagramJson.length >= largeText;
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
