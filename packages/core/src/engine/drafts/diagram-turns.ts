import type { Alarm } from '../../ports/alarm.ts';
import type { Clock } from '../../ports/clock.ts';
import { holdProcess } from '../../system/hold-process.ts';
import { EngineError } from '../engine-error.ts';

/** Milliseconds of work after which the others are let in. */
const pieceMs = 8;

/** However long a piece seems to have taken: the clock of a machine that slept jumps. */
const longestRestMs = 1_000;

/** A brand may have as many waiting; each holds a diagram in memory. */
const mostWaiting = 32;

/** The right to work on large diagrams. */
export interface Turn {
  /**
   * Ends a piece of the work: gives the process to others for as long as the piece took, so that large diagrams take
   * half of it at most. Does nothing while the piece is short.
   */
  pause(): Promise<void>;
}

export interface DiagramTurns {
  /**
   * Works on a large diagram once nobody else does. The brands that wait are let in one after the other, each with
   * one piece of work; those of one brand in the order of arrival. Nobody outside is to be waited for meanwhile.
   *
   * @throws {EngineError} `too_many_requests` when as many of the brand wait already.
   * @spec DR44
   */
  take<T>(brand: string, work: (turn: Turn) => Promise<T>): Promise<T>;
}

export function createDiagramTurns({ clock, alarm }: { readonly clock: Clock; readonly alarm: Alarm }): DiagramTurns {
  const waiting = new Map<string, (() => void)[]>();
  let isTaken = false;

  async function enter(brand: string): Promise<void> {
    if (!isTaken) {
      isTaken = true;
      return;
    }
    const line = waiting.get(brand) ?? [];
    if (line.length >= mostWaiting) throw new EngineError('too_many_requests');
    const { promise, resolve } = Promise.withResolvers<void>();
    line.push(resolve);
    waiting.set(brand, line);
    await promise;
  }

  /** The brand whose turn it is goes behind the others. */
  function leave(): void {
    const [next] = waiting;
    if (next === undefined) {
      isTaken = false;
      return;
    }
    const [brand, line] = next;
    const letIn = line.shift();
    waiting.delete(brand);
    if (line.length > 0) waiting.set(brand, line);
    letIn?.();
  }

  function createTurn(): Turn {
    let startedAt = clock.now();
    return {
      async pause() {
        const took = clock.now() - startedAt;
        if (took >= pieceMs) await alarm.sleep(Math.min(took, longestRestMs));
        startedAt = clock.now();
      },
    };
  }

  return {
    async take(brand, work) {
      await enter(brand);
      const release = holdProcess();
      const turn = createTurn();
      try {
        return await work(turn);
      } finally {
        await turn.pause();
        release();
        leave();
      }
    },
  };
}
