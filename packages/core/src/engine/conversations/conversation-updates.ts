import type { Clock } from '../../ports/clock.ts';
import type { Storage } from '../../ports/storage.ts';
import type { EventBus } from '../events/event-bus.ts';
import { createGrowingAnswers, type GrowingAnswers } from './growing-answers.ts';

/** Calls back when a conversation has changed: in this process, and in others if the store notifies of them. */
export interface ConversationUpdates {
  /** @returns Ends the calls. */
  listen(customerNumber: number, onUpdate: () => void): () => void;
  /** The answers that this process makes now; listeners are called while one grows. @spec LM31 */
  readonly answers: GrowingAnswers;
}

/** Events that change the view of a conversation, or end it. */
const types = [
  'message.recorded',
  'conversation.failed',
  'customer.assigned',
  'customer.unassigned',
  'customer.deleted',
] as const;

/** Listens to the engine and to its store for all followers, as long as there are any. @spec CV81 */
export function conversationUpdates({
  events,
  clock,
  onQueuedWork,
}: {
  readonly events: Pick<EventBus, 'subscribe'>;
  readonly clock: Clock;
  readonly onQueuedWork?: Storage['onQueuedWork'] | undefined;
}): ConversationUpdates {
  /** By the number of the customer, which is unique in a store. */
  const listeners = new Map<number, Set<() => void>>();
  let stop: (() => void) | undefined;

  function call(customers: Iterable<number>): void {
    for (const number of customers) for (const onUpdate of listeners.get(number) ?? []) onUpdate();
  }

  function start(): () => void {
    const subscription = events.subscribe(
      (event) => call(event.type === 'events.lost' ? listeners.keys() : [event.customerNumber]),
      { types },
    );
    const endCalls = onQueuedWork?.(({ customers = [] }) => call(customers === 'any' ? listeners.keys() : customers));
    return () => {
      endCalls?.();
      void subscription.end();
    };
  }

  return {
    answers: createGrowingAnswers(clock, (customerNumber) => call([customerNumber])),
    listen(customerNumber, onUpdate) {
      stop ??= start();
      const ofCustomer = listeners.get(customerNumber) ?? new Set();
      listeners.set(customerNumber, ofCustomer.add(onUpdate));
      return () => {
        ofCustomer.delete(onUpdate);
        if (ofCustomer.size === 0 && listeners.get(customerNumber) === ofCustomer) listeners.delete(customerNumber);
        if (listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
  };
}
