import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ConversationQueue } from '../../ports/conversation-store.ts';
import type { WorkSignal } from '../work-signal.ts';

/** The earliest known moment at which a conversation resumes without an input. */
export interface NextWake {
  /** A step of this process has stored a wake. */
  note(at: EpochMs): void;
  /**
   * Milliseconds until the next wake, at most `pollMs`. Asks the store once in that time: wakes that other processes
   * have stored since are found at the next look.
   */
  isIn(pollMs: number): Promise<number>;
}

/** Between two claims for wakes that are due, in milliseconds: other workers may have them, or no slot is free. */
const shortestMs = 10;

/**
 * @param signal - Notified when a wake is noted that comes before the next known one.
 * @spec WT14
 */
export function createNextWake(
  queue: Pick<ConversationQueue, 'nextWakeAt'>,
  signal: WorkSignal,
  { now }: Clock,
): NextWake {
  let known = Number.POSITIVE_INFINITY;
  let lookAt = 0;

  async function look(from: EpochMs, pollMs: number): Promise<void> {
    lookAt = from + pollMs;
    known = Number.POSITIVE_INFINITY;
    known = Math.min(known, (await queue.nextWakeAt()) ?? Number.POSITIVE_INFINITY);
  }

  return {
    note(at) {
      if (at >= known) return;
      known = at;
      signal.notify();
    },
    async isIn(pollMs) {
      const at = now();
      if (at >= lookAt || at < lookAt - pollMs || known <= at) await look(at, pollMs);
      return Math.min(Math.max(known - at, shortestMs), pollMs);
    },
  };
}
