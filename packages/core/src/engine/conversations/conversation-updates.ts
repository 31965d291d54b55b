import { announcements } from '../../ports/announced.ts';
import type { Clock, Timer } from '../../ports/clock.ts';
import type { BatchOperation } from '../../ports/record-store.ts';
import type { QueuedWork, Storage } from '../../ports/storage.ts';
import { recordKinds } from '../../records/record-kinds.ts';
import { createGrowingAnswers, type GrowingAnswers } from './growing-answers.ts';

/** Calls back when a conversation has changed: in this process, and in others if the store notifies of them. */
export interface ConversationUpdates {
  /** @returns Ends the calls. */
  listen(customer: { readonly brand: string; readonly number: number }, onUpdate: () => void): () => void;
  /** The engine has committed a batch. */
  committed(brand: string, operations: readonly BatchOperation[]): void;
  /** The answers that this process makes now; listeners are called while one grows. @spec LM31 */
  readonly answers: GrowingAnswers;
}

type Changed = Pick<QueuedWork, 'customers' | 'brands'>;

interface Followed {
  readonly brand: string;
  readonly listeners: Set<() => void>;
}

const changedBy = announcements(recordKinds);

/** Listens to the engine and to its store for all followers, as long as there are any. @spec CV81 */
export function conversationUpdates({
  clock,
  timer,
  onQueuedWork,
}: {
  readonly clock: Clock;
  readonly timer: Timer;
  readonly onQueuedWork?: Storage['onQueuedWork'] | undefined;
}): ConversationUpdates {
  /** By the number of the customer, which is unique in a store. */
  const followed = new Map<number, Followed>();
  const waiting = new Set<Followed>();
  let endCalls: (() => void) | undefined;

  function call({ listeners }: Followed): void {
    for (const onUpdate of listeners) onUpdate();
  }

  /** Calls back in a later turn of the event loop, once for all changes until then. */
  async function callSoon(all: Iterable<Followed>): Promise<void> {
    const isCalled = waiting.size > 0;
    for (const each of all) waiting.add(each);
    if (isCalled || waiting.size === 0) return;
    await timer.nextTurn?.();
    for (const each of waiting) call(each);
    waiting.clear();
  }

  function note({ customers = [], brands = [] }: Changed): void {
    const ofBrands = brands.length === 0 ? [] : [...followed.values()].filter(({ brand }) => brands.includes(brand));
    const numbered = customers === 'any' ? followed.values() : customers.map((number) => followed.get(number));
    void callSoon([...numbered, ...ofBrands].filter((each) => each !== undefined));
  }

  return {
    answers: createGrowingAnswers(clock, (number) => {
      const each = followed.get(number);
      if (each !== undefined) call(each);
    }),
    committed(brand, operations) {
      if (followed.size > 0) note(changedBy(brand, operations));
    },
    listen({ brand, number }, onUpdate) {
      endCalls ??= onQueuedWork?.(note);
      const own = followed.get(number) ?? { brand, listeners: new Set() };
      followed.set(number, own);
      own.listeners.add(onUpdate);
      return () => {
        own.listeners.delete(onUpdate);
        if (own.listeners.size === 0 && followed.get(number) === own) followed.delete(number);
        if (followed.size > 0) return;
        endCalls?.();
        endCalls = undefined;
      };
    },
  };
}
