import type { Alarm } from '../../ports/alarm.ts';
import type { Clock } from '../../ports/clock.ts';
import { createBrandSlots } from '../brand-slots.ts';
import { whileAwake } from '../while-awake.ts';

/** Milliseconds of work after which the others are let in. */
const pieceMs = 8;

/** However long a piece seems to have taken: the clock of a machine that slept jumps. */
const longestRestMs = 1_000;

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

export interface DiagramTurnOptions {
  readonly clock: Clock;
  readonly alarm: Alarm;
  /** Large diagrams of one brand that may wait; each is held in memory. */
  readonly maxWaiting: number;
}

/** @spec DR44 */
export function createDiagramTurns({ clock, alarm, maxWaiting }: DiagramTurnOptions): DiagramTurns {
  const one = createBrandSlots({ slots: 1, maxWaiting });

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

  async function workInPieces<T>(work: (turn: Turn) => Promise<T>): Promise<T> {
    const turn = createTurn();
    try {
      return await work(turn);
    } finally {
      await turn.pause();
    }
  }

  return { take: (brand, work) => whileAwake(alarm, () => one.run(brand, () => workInPieces(work))) };
}
