import type { Clock, Timer } from '../../ports/clock.ts';
import type { EngineEvent, EngineEventType, EventsLost } from './engine-events.ts';
import type { EventFeed } from './event-feed.ts';
import type { EventPage } from './event-log.ts';
import { type NamedPosition, type PositionParts, takePosition } from './named-position.ts';

/** A stored event with its position: after it, a later subscription can continue. */
export type KeptEvent<TType extends EngineEventType = EngineEventType> = (EngineEvent<TType> | EventsLost) & {
  readonly position: number;
};

export interface KeptSubscription {
  /** Resolves when the position where it begins is known: later events are handed over. */
  readonly ready: Promise<void>;
  /** Begins with no further event, and resolves when the listener has handled the one under way. */
  end(): Promise<void>;
}

export interface KeptParts extends PositionParts {
  readonly feed: EventFeed;
}

export interface KeptOptions {
  isWanted(event: EngineEvent): boolean;
  listener(event: KeptEvent): unknown;
  /** Without an event: the store failed, and is asked again after a pause. */
  onFault(error: unknown, event: KeptEvent | undefined): void;
}

const firstPauseMs = 250;
const longestPauseMs = 30_000;

/** Pauses that grow with failures that follow one another. */
function createPauses(timer: Timer, ending: AbortSignal) {
  let ms = firstPauseMs;
  return {
    async pause(): Promise<void> {
      await timer.sleep(ms, ending);
      ms = Math.min(2 * ms, longestPauseMs);
    },
    reset(): void {
      ms = firstPauseMs;
    },
  };
}

/** The events of a page that are handed over, in their order. */
function eventsOf({ events, lost }: EventPage, after: number, clock: Clock): readonly KeptEvent[] {
  const gap = { type: 'events.lost', at: clock.now(), count: lost, position: after + lost } as const;
  return [
    ...(lost > 0 ? [Object.freeze(gap)] : []),
    ...events.map(({ event, position }) => Object.freeze({ ...event, position }) as KeptEvent),
  ];
}

/** Hands over the events after a position, each at most once. @param from - Default: the last position now. @spec EV14 */
export function followEvents(
  { clock, timer, feed }: KeptParts,
  { isWanted, listener, onFault }: KeptOptions,
  from: number | undefined,
): KeptSubscription {
  const ending = new AbortController();
  const pauses = createPauses(timer, ending.signal);
  const ready = Promise.withResolvers<void>();

  async function hand(event: KeptEvent): Promise<void> {
    try {
      await listener(event);
    } catch (error) {
      onFault(error, event);
    }
  }

  async function run(): Promise<void> {
    let position: number | undefined;
    while (!ending.signal.aborted) {
      try {
        if (position === undefined) {
          const last = await feed.last();
          position = from ?? last;
          ready.resolve();
        }
        await feed.wait(position, ending.signal);
        for (const event of eventsOf(await feed.read(position), position, clock)) {
          if (ending.signal.aborted) break;
          if (event.type === 'events.lost' || isWanted(event)) await hand(event);
          position = event.position;
        }
        pauses.reset();
      } catch (error) {
        onFault(error, undefined);
        await pauses.pause();
      }
    }
    ready.resolve();
  }

  const running = run();
  return {
    ready: ready.promise,
    async end() {
      ending.abort();
      await running;
    },
  };
}

/** Events after which the position is stored. */
const storedAfter = 100;
/** Milliseconds after which the position is stored. */
const storedAfterMs = 1_000;

/**
 * Hands over the events after the stored position of a subscriber, each at least once, in one process at a time.
 *
 * @spec EV15, EV16, EV17, EV18
 */
export function followAsNamed(
  parts: KeptParts,
  { isWanted, listener, onFault }: KeptOptions,
  { name, from }: { readonly name: string; readonly from: 'now' | 'oldest' },
): KeptSubscription {
  const { clock, timer, feed } = parts;
  const ending = new AbortController();
  const pauses = createPauses(timer, ending.signal);
  const ready = Promise.withResolvers<void>();

  /** @returns Whether the event was handled. Tries it again until the listener accepts it. */
  async function hand(event: KeptEvent, held: NamedPosition, handled: number, stopping: AbortSignal): Promise<boolean> {
    while (!stopping.aborted) {
      try {
        await listener(event);
        pauses.reset();
        return true;
      } catch (error) {
        onFault(error, event);
      }
      await held.advance(handled);
      await pauses.pause();
    }
    return false;
  }

  /** Hands over events while this process has the lease. */
  async function handAll(held: NamedPosition): Promise<void> {
    const stopping = AbortSignal.any([ending.signal, held.lost]);
    let { position } = held;
    let [stored, storedAt] = [position, clock.now()];
    try {
      while (!stopping.aborted) {
        await feed.wait(position, stopping);
        for (const event of eventsOf(await feed.read(position), position, clock)) {
          const isHanded = event.type === 'events.lost' || isWanted(event);
          if (stopping.aborted || (isHanded && !(await hand(event, held, position, stopping)))) return;
          position = event.position;
          if (position - stored >= storedAfter || clock.now() - storedAt >= storedAfterMs) {
            await held.advance(position);
            [stored, storedAt] = [position, clock.now()];
          }
        }
        if (position > stored) await held.advance(position);
        [stored, storedAt] = [position, clock.now()];
      }
    } finally {
      await held.release(position);
    }
  }

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        const last = await feed.last();
        const first = from === 'oldest' ? 0 : last;
        const taken = await takePosition(parts, { name, first, onFault: (error) => onFault(error, undefined) });
        ready.resolve();
        if ('waitMs' in taken) await timer.sleep(taken.waitMs, ending.signal);
        else await handAll(taken);
      } catch (error) {
        onFault(error, undefined);
        await pauses.pause();
      }
    }
    ready.resolve();
  }

  const running = run();
  return {
    ready: ready.promise,
    async end() {
      ending.abort();
      await running;
    },
  };
}
