import type { Clock, Timer } from '../../ports/clock.ts';
import type { EngineEvent, EngineEventType, EventsLost } from './engine-events.ts';

/** Called with one event at a time, in their order; the next one waits for the promise that it returns. */
export type EventListener<TType extends EngineEventType = EngineEventType> = (
  event: EngineEvent<TType> | EventsLost,
) => unknown;

export interface SubscriptionOptions<TType extends EngineEventType = EngineEventType> {
  /** The events of this engine. */
  readonly scope?: 'process';
  /** Default: all types. `events.lost` is always delivered. */
  readonly types?: readonly TType[];
  /** The maximum number of events that wait for the listener; default 10,000. Further events are lost, and counted. */
  readonly maxWaiting?: number;
  /** Called when the listener throws or rejects. Its own result is ignored. Default: nothing. */
  readonly onFault?: (error: unknown, event: EngineEvent<TType> | EventsLost) => void;
}

export interface Subscription {
  /** Accepts no further events, and resolves when the listener has received the waiting ones. */
  end(): Promise<void>;
}

/** The events of this engine in this process. */
export interface EventBus {
  /**
   * Calls the listener with the events of this engine from now on, after each commit and not before. Each event comes
   * at most once: one that was committed and not handed over when the process ends is lost.
   *
   * @throws {TypeError} when the listener or an option is invalid.
   * @spec EV1, EV2, EV3, EV4, EV5
   */
  subscribe<TType extends EngineEventType = EngineEventType>(
    listener: EventListener<TType>,
    options?: SubscriptionOptions<TType>,
  ): Subscription;
  hasSubscribers(): boolean;
  /** Hands events to the subscribers in a later turn of the event loop. Never throws. */
  publish(events: readonly EngineEvent[]): void;
}

interface Subscriber {
  add(event: EngineEvent): void;
  end(): Promise<void>;
}

/** About 3 MB of events. */
const defaultMaxWaiting = 10_000;

/** @spec EV1, EV2, EV3, EV4, EV5 */
export function createEventBus(parts: { readonly clock: Clock; readonly timer: Timer }): EventBus {
  const subscribers = new Set<Subscriber>();
  return {
    hasSubscribers: () => subscribers.size > 0,
    publish(events) {
      for (const subscriber of subscribers) for (const event of events) subscriber.add(event);
    },
    subscribe(listener, options = {}) {
      const { maxWaiting = defaultMaxWaiting } = options;
      if (typeof listener !== 'function') throw new TypeError('A listener of events is a function.');
      if (!Number.isSafeInteger(maxWaiting) || maxWaiting < 1) {
        throw new TypeError('The option maxWaiting is an integer from 1.');
      }
      const subscriber = createSubscriber(parts, listener as EventListener, { ...options, maxWaiting } as Options);
      subscribers.add(subscriber);
      return {
        end() {
          subscribers.delete(subscriber);
          return subscriber.end();
        },
      };
    },
  };
}

type Options = SubscriptionOptions & Required<Pick<SubscriptionOptions, 'maxWaiting'>>;

function createSubscriber(
  { clock, timer }: { readonly clock: Clock; readonly timer: Timer },
  listener: EventListener,
  { types, maxWaiting, onFault }: Options,
): Subscriber {
  const wanted = types && new Set<EngineEventType>(types);
  let waiting: (EngineEvent | EventsLost)[] = [];
  /** Waiting events, including the ones that the loop below has taken. */
  let size = 0;
  let lost = 0;
  let handing: Promise<void> | undefined;

  function noteLost(): void {
    if (lost === 0) return;
    waiting.push(Object.freeze({ type: 'events.lost', at: clock.now(), count: lost }));
    size += 1;
    lost = 0;
  }

  async function handOver(): Promise<void> {
    await timer.nextTurn?.();
    for (; waiting.length > 0; noteLost()) {
      const taken = waiting;
      waiting = [];
      for (const event of taken) {
        try {
          await listener(event);
        } catch (error) {
          report(error, event);
        }
        size -= 1;
      }
    }
    handing = undefined;
  }

  function report(error: unknown, event: EngineEvent | EventsLost): void {
    try {
      onFault?.(error, event);
    } catch {
      // The host's handler of a fault must not keep other events from the listener.
    }
  }

  return {
    add(event) {
      if (wanted?.has(event.type) === false) return;
      if (size >= maxWaiting) {
        lost += 1;
        return;
      }
      noteLost();
      waiting.push(event);
      size += 1;
      handing ??= handOver();
    },
    end: async () => handing,
  };
}

export interface HeldEvents extends EventBus {
  /** Publishes the held events, in their order. */
  release(): void;
}

/** Holds events of changes that are not committed yet. @spec EV11 */
export function heldEvents(events: EventBus): HeldEvents {
  let held: EngineEvent[] = [];
  return {
    ...events,
    publish: (raised) => void held.push(...raised),
    release() {
      events.publish(held);
      held = [];
    },
  };
}
