import type { EngineEvent, EventsLost } from '../events/engine-events.ts';
import type { EventListener, Subscription, SubscriptionOptions } from '../events/event-bus.ts';
import type { EngineEvents } from '../events/subscribe.ts';
import type { IdentifiedEvents } from './identified-types.ts';
import type { IdentityMap } from './identity-map.ts';
import { type Identified, identify, replacePersons } from './ids-in-values.ts';

type AnyEvent = EngineEvent | EventsLost;

/** Events whose persons are the host's ids. @spec HI6 */
export function identifiedEvents({ areKept, subscribe }: EngineEvents, map: IdentityMap): IdentifiedEvents {
  function subscribeIdentified(
    listener: (event: Identified<AnyEvent>) => unknown,
    options: SubscriptionOptions = {},
  ): Subscription {
    if (typeof listener !== 'function') return subscribe(listener, options);
    /** The events that the listener was given, for `onFault`. */
    const given = new WeakMap<AnyEvent, Identified<AnyEvent>>();
    const listen: EventListener = async (event) => {
      const identified = event.type === 'events.lost' ? event : Object.freeze(await identify(map, event.brand, event));
      given.set(event, identified);
      await listener(identified);
    };
    const { onFault } = options;
    if (onFault === undefined) return subscribe(listen, options);
    return subscribe(listen, {
      ...options,
      onFault: (error, event) =>
        onFault(error, event && ((given.get(event) ?? replacePersons(event, String)) as AnyEvent)),
    });
  }
  return { areKept, subscribe: subscribeIdentified as IdentifiedEvents['subscribe'] };
}
