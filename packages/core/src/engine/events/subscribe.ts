import { isPlainText } from '../../domain/text.ts';
import type { Storage } from '../../ports/storage.ts';
import type { EngineEventType } from './engine-events.ts';
import type { EventBus, EventListener, Subscription, SubscriptionOptions } from './event-bus.ts';
import {
  followAsNamed,
  followEvents,
  type KeptEvent,
  type KeptOptions,
  type KeptParts,
  type KeptSubscription,
} from './kept-subscription.ts';

interface OfKeptEvents<TType extends EngineEventType> {
  /** Default: all types. `events.lost` is always delivered. */
  readonly types?: readonly TType[];
  /** Default: the events of all brands. */
  readonly brand?: string;
  /**
   * Called when the listener throws or rejects, and without an event when the store fails, which is asked again. Its
   * own result is ignored. Default: nothing.
   */
  readonly onFault?: (error: unknown, event: KeptEvent<TType> | undefined) => void;
}

/** The events of all processes, for one subscriber. */
export interface ScopeAllOptions<TType extends EngineEventType = EngineEventType> extends OfKeptEvents<TType> {
  readonly scope: 'all';
  /** The `position` of the last event that the subscriber has. Default: only events from now on. */
  readonly after?: number;
}

/** The events of all processes, for a subscriber whose position is stored under its name. */
export interface NamedOptions<TType extends EngineEventType = EngineEventType> extends OfKeptEvents<TType> {
  /** From 1 to 100 characters. One process at a time calls the listener of a name. */
  readonly name: string;
  /** Where a new name begins. Default: with the events from now on. */
  readonly from?: 'now' | 'oldest';
}

/** The events of an engine, for the host. */
export interface EngineEvents {
  /** Whether the engine keeps events, as its option `keepEvents` says. */
  readonly areKept: boolean;
  /**
   * Calls the listener with the events of all processes that keep events, in the order of their positions. A named
   * listener gets each event at least once, and again until it accepts it, also after restarts; one of scope `all` gets
   * each at most once, and can continue after its `position`.
   *
   * @throws {TypeError} when the engine keeps no events, or the listener or an option is invalid.
   * @spec EV13, EV14, EV15, EV16, EV17, EV18
   */
  subscribe<TType extends EngineEventType = EngineEventType>(
    listener: (event: KeptEvent<TType>) => unknown,
    options: NamedOptions<TType> | ScopeAllOptions<TType>,
  ): KeptSubscription;
  /**
   * Calls the listener with the events of this engine from now on, after each commit and not before. Each event comes
   * at most once: one that was committed and not handed over when the process ends is lost, and another process on the
   * same store raises its own events.
   *
   * @throws {TypeError} when the listener or an option is invalid.
   * @spec EV1, EV2, EV3, EV4, EV5
   */
  subscribe<TType extends EngineEventType = EngineEventType>(
    listener: EventListener<TType>,
    options?: SubscriptionOptions<TType>,
  ): Subscription;
}

type Options = Omit<SubscriptionOptions, 'scope' | 'onFault'> &
  Partial<Omit<ScopeAllOptions, 'scope'> & NamedOptions> & { readonly scope?: 'process' | 'all' };

/** The parts that subscribers of stored events need. */
interface KeptEventParts extends KeptParts {
  /** Absent: the store does not notify of the events of other processes. */
  readonly onQueuedWork?: Storage['onQueuedWork'] | undefined;
}

/** @param kept - Absent: the engine keeps no events. */
export function engineEvents(bus: EventBus, kept: KeptEventParts | undefined): EngineEvents & { end(): Promise<void> } {
  const subscriptions = new Set<KeptSubscription>();
  let endCalls: (() => void) | undefined;

  /** Listens to the store as long as there are subscribers. @spec EV21 */
  function listen(): void {
    if (subscriptions.size > 0) {
      endCalls ??= kept?.onQueuedWork?.((work) => {
        if (work.events === true) kept.feed.wake();
      });
      return;
    }
    endCalls?.();
    endCalls = undefined;
  }

  function begin(parts: KeptParts, listener: EventListener, options: Options): KeptSubscription {
    const { name, from = 'now', after } = options;
    const terms = termsOf(listener, options);
    return name === undefined ? followEvents(parts, terms, after) : followAsNamed(parts, terms, { name, from });
  }

  function subscribe(listener: EventListener, options: Options = {}): Subscription {
    requireOptions(options);
    if (options.name === undefined && options.scope !== 'all') {
      return bus.subscribe(listener, options as SubscriptionOptions);
    }
    if (typeof listener !== 'function') throw new TypeError('A listener of events is a function.');
    if (kept === undefined) throw new TypeError('The engine keeps no events: give it the option `keepEvents`.');
    const subscription = begin(kept, listener, options);
    subscriptions.add(subscription);
    listen();
    return {
      ...subscription,
      async end() {
        await subscription.end();
        subscriptions.delete(subscription);
        listen();
      },
    } as KeptSubscription;
  }

  return {
    areKept: kept !== undefined,
    subscribe: subscribe as EngineEvents['subscribe'],
    async end() {
      await Promise.all([...subscriptions].map((each) => each.end()));
      subscriptions.clear();
      listen();
    },
  };
}

function termsOf(listener: EventListener, { types, brand, onFault }: Options): KeptOptions {
  const wanted = types && new Set<EngineEventType>(types);
  return {
    listener: listener as KeptOptions['listener'],
    isWanted: (event) => wanted?.has(event.type) !== false && (brand === undefined || event.brand === brand),
    onFault(error, event) {
      try {
        onFault?.(error, event);
      } catch {
        // The host's handler of a fault must not end the subscription.
      }
    },
  };
}

const longestName = 100;

function requireOptions({ name, from, after, scope, brand }: Options): void {
  if (scope !== undefined && scope !== 'all' && scope !== 'process') {
    throw new TypeError("The option scope is 'process' or 'all'.");
  }
  if (name !== undefined && !(typeof name === 'string' && isName(name))) {
    throw new TypeError(`The option name is a text of 1 to ${longestName} characters.`);
  }
  if (name !== undefined && (scope === 'process' || after !== undefined)) {
    throw new TypeError('A named subscriber gets the events of all processes after its stored position.');
  }
  if (from !== undefined && from !== 'now' && from !== 'oldest') {
    throw new TypeError("The option from is 'now' or 'oldest'.");
  }
  if (after !== undefined && !(Number.isSafeInteger(after) && after >= 0)) {
    throw new TypeError('The option after is the position of an event.');
  }
  if (brand !== undefined && typeof brand !== 'string') throw new TypeError('The option brand is the name of a brand.');
}

function isName(name: string): boolean {
  return name.length > 0 && name.length <= longestName && isPlainText(name);
}
