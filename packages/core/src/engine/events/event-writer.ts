import type { Timer } from '../../ports/clock.ts';
import type { RecordStore } from '../../ports/record-store.ts';
import { runPlan } from '../use-case/run-program.ts';
import type { EngineEvent } from './engine-events.ts';
import { raisedWrites } from './event-log.ts';

/** Stores events of changes that have a separate commit, such as results of deliveries. */
export interface EventWriter {
  /** Never throws. */
  add(events: readonly EngineEvent[]): void;
  /** Tries once more to store the waiting events, and then gives up. */
  close(): Promise<void>;
}

const atOnce = 200;
/** About 3 MB of events. Further ones are dropped while the store is unavailable. */
const mostWaiting = 10_000;
const pauseMs = 1_000;

interface EventWriterParts {
  readonly storage: RecordStore;
  readonly timer: Timer;
  /** Called when events were stored. Absent: none are stored. */
  readonly onKept: (() => unknown) | undefined;
}

/** @spec EV20 */
export function createEventWriter({ storage, timer, onKept }: EventWriterParts): EventWriter {
  const closing = new AbortController();
  let waiting: readonly EngineEvent[] = [];
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const taken = waiting.slice(0, atOnce);
      const isLast = closing.signal.aborted;
      try {
        await runPlan(storage, 'store', function* (writes) {
          writes.push(...(yield* raisedWrites(taken)));
        });
        waiting = waiting.slice(taken.length);
        onKept?.();
      } catch {
        // The store is unavailable, as `onStorageChange` reports.
        if (isLast) break;
        await timer.sleep(pauseMs, closing.signal);
      }
    }
    writing = undefined;
  }

  return {
    add(events) {
      if (onKept === undefined || events.length === 0) return;
      waiting = [...waiting, ...events].slice(0, mostWaiting);
      writing ??= write();
    },
    async close() {
      closing.abort();
      await writing;
    },
  };
}
