import type { EventBus, Subscription } from '../events/event-bus.ts';

/** Calls back when this process has changed the conversation of a visitor. */
export interface VisitorUpdates {
  /** @returns Ends the calls. */
  listen(customerNumber: number, onUpdate: () => void): () => void;
}

/** Events that change the visitor's view of their conversation, or end it. */
const types = [
  'message.recorded',
  'conversation.failed',
  'customer.assigned',
  'customer.unassigned',
  'customer.deleted',
] as const;

/** One subscription to the events of the engine for all visitors, as long as any of them has a listener. */
export function visitorUpdates(events: Pick<EventBus, 'subscribe'>): VisitorUpdates {
  /** By the number of the customer, which is unique in a store. */
  const listeners = new Map<number, Set<() => void>>();
  let subscription: Subscription | undefined;

  function subscribe(): Subscription {
    return events.subscribe(
      (event) => {
        if (event.type !== 'events.lost') {
          for (const onUpdate of listeners.get(event.customerNumber) ?? []) onUpdate();
          return;
        }
        for (const each of listeners.values()) for (const onUpdate of each) onUpdate();
      },
      { types },
    );
  }

  return {
    listen(customerNumber, onUpdate) {
      subscription ??= subscribe();
      const ofCustomer = listeners.get(customerNumber) ?? new Set();
      listeners.set(customerNumber, ofCustomer.add(onUpdate));
      return () => {
        ofCustomer.delete(onUpdate);
        if (ofCustomer.size === 0 && listeners.get(customerNumber) === ofCustomer) listeners.delete(customerNumber);
        if (listeners.size > 0) return;
        void subscription?.end();
        subscription = undefined;
      };
    },
  };
}
