import type { Timer } from '../../ports/clock.ts';
import type { RecordStore } from '../../ports/record-store.ts';
import type { KeptEventRecord } from '../../records/events.ts';
import { noLongerNeeded } from '../lease-worker.ts';
import { createWorkSignal } from '../work-signal.ts';
import { type EventPage, lastPosition, readEvents } from './event-log.ts';

/** Reads stored events for all subscribers of an engine. */
export interface EventFeed {
  /** The last position now. */
  last(): Promise<number>;
  /** Events after a position; none after the position that this feed saw last. */
  read(after: number): Promise<EventPage>;
  /** Looks for new events until there are some after a position, or the signal is aborted. */
  wait(after: number, ending: AbortSignal): Promise<void>;
  /** Events were stored in this process. */
  wake(): void;
}

/** About 300 KB of events. */
const mostRemembered = 1_000;

/** @param pollMs - How often it looks for events of other processes. @spec EV13, EV14 */
export function createEventFeed({
  storage,
  timer,
  pollMs,
}: {
  readonly storage: RecordStore;
  readonly timer: Timer;
  readonly pollMs: number;
}): EventFeed {
  const signal = createWorkSignal();
  /** The last position that was seen. */
  let seen = 0;
  /** The number of signals before the last look. */
  let heeded = 0;
  let next: Promise<void> | undefined;
  /** The last events that were read, without gaps, so that subscribers that keep up share one read. */
  let recent: readonly KeptEventRecord[] = [];
  const reading = new Map<number, Promise<EventPage>>();

  async function look(): Promise<number> {
    heeded = signal.count();
    const position = await lastPosition(storage);
    seen = Math.max(seen, position);
    return position;
  }

  /** Looks after the next signal, or in `pollMs`. */
  async function lookLater(): Promise<void> {
    const over = new AbortController();
    void signal.after(heeded).then(() => over.abort(noLongerNeeded));
    await timer.sleep(pollMs, over.signal);
    await look();
  }

  function nextLook(): Promise<void> {
    if (next !== undefined) return next;
    next = lookLater().finally(() => {
      next = undefined;
    });
    // A failure that nobody waits for any more.
    next.catch(() => undefined);
    return next;
  }

  function remembered(after: number): EventPage | undefined {
    const [first] = recent;
    if (first === undefined || after + 1 < first.position) return undefined;
    const events = recent.slice(after + 1 - first.position);
    return events.length === 0 ? undefined : { events, lost: 0 };
  }

  async function readStored(after: number): Promise<EventPage> {
    const page = await readEvents(storage, after, seen);
    const isNext = recent.length === 0 || recent.at(-1)?.position === after;
    if (page.events.length > 0)
      recent = (isNext && page.lost === 0 ? [...recent, ...page.events] : page.events).slice(-mostRemembered);
    return page;
  }

  return {
    last: look,
    async read(after) {
      if (after >= seen) return { events: [], lost: 0 };
      const known = remembered(after);
      if (known !== undefined) return known;
      const shared = reading.get(after);
      if (shared !== undefined) return shared;
      const own = readStored(after).finally(() => reading.delete(after));
      reading.set(after, own);
      return own;
    },
    async wait(after, ending) {
      const ended = Promise.withResolvers<void>();
      const end = () => ended.resolve();
      ending.addEventListener('abort', end, { once: true });
      try {
        while (!ending.aborted && after >= seen) await Promise.race([nextLook(), ended.promise]);
      } finally {
        ending.removeEventListener('abort', end);
      }
    },
    wake: signal.notify,
  };
}
