import type { BrandTransaction, ClaimRequest, DeliveryQueue, EndedDelivery, Storage } from '@botwright/core/ports';
import type { DeliveryProgress } from '@botwright/core/webhooks';
import { brands } from './plan.ts';
import type { Mutant } from './simulate.ts';
import type { InvariantName } from './violation.ts';

export interface NamedMutant extends Mutant {
  /** The mistake. */
  readonly says: string;
  /** The invariants that may be the first not to hold. */
  readonly breaks: readonly InvariantName[];
  /** The mutant is found within this many seeds, from seed 0. */
  readonly within: number;
}

type ChangeTransaction = (tx: BrandTransaction, brand: string) => Partial<BrandTransaction>;

/** The store with members of its transactions replaced. */
function transactions(change: ChangeTransaction): (storage: Storage) => Storage {
  return (storage) => ({
    ...storage,
    transaction: (brand, work) => storage.transaction(brand, (tx) => work({ ...tx, ...change(tx, brand) })),
  });
}

function deliveryQueue(change: (queue: DeliveryQueue) => Partial<DeliveryQueue>): (storage: Storage) => Storage {
  return (storage) => ({ ...storage, deliveryQueue: { ...storage.deliveryQueue, ...change(storage.deliveryQueue) } });
}

function claims(change: (request: ClaimRequest) => ClaimRequest): (storage: Storage) => Storage {
  return deliveryQueue((queue) => ({ claim: (request) => queue.claim(change(request)) }));
}

/** Changes how attempts end. */
function results(change: (progress: DeliveryProgress) => DeliveryProgress): (storage: Storage) => Storage {
  const changed = (each: EndedDelivery) => ({ ...each, progress: change(each.progress) });
  return deliveryQueue((queue) => ({
    claim: (request) => queue.claim({ ...request, ended: (request.ended ?? []).map(changed) }),
    complete: (claimed, progress) => queue.complete(claimed, change(progress)),
  }));
}

const retried = (progress: DeliveryProgress, reason: (each: string) => boolean, afterMs: number): DeliveryProgress =>
  progress.state === 'dead' && reason(progress.reason)
    ? { state: 'pending', attempts: progress.attempts, dueAt: progress.finishedAt + afterMs }
    : progress;

/** Every third transaction, counted in each store. */
function everyThird(): () => boolean {
  let count = 0;
  return () => {
    count += 1;
    return count % 3 === 0;
  };
}

class RolledBack extends Error {}

/** Mistakes that the simulation must find. */
export const mutants: Readonly<Record<string, NamedMutant>> = {
  lost_update: {
    says: 'A draft is replaced without a lock, whatever revision it has.',
    breaks: ['one_winner', 'history_grows', 'acknowledged_is_readable'],
    within: 40,
    store: transactions(({ bots, drafts }) => ({
      bots: { ...bots, lock: (bot) => bots.find(bot) },
      drafts: {
        ...drafts,
        async replace(next, _, keep) {
          const head = await drafts.findHead(next.botId);
          return drafts.replace(
            { ...next, revision: Math.max(next.revision, (head?.revision ?? 0) + 1) },
            head?.revision ?? 0,
            keep,
          );
        },
      },
    })),
  },
  no_rollback: {
    says: 'A transaction that fails is committed all the same.',
    breaks: ['messages_in_order', 'store_is_as_committed', 'history_grows', 'message_has_deliveries', 'one_winner'],
    within: 40,
    store: (storage) => ({
      ...storage,
      async transaction(brand, work) {
        let failure: { readonly error: unknown } | undefined;
        const result = await storage.transaction(brand, async (tx) => {
          try {
            return await work(tx);
          } catch (error) {
            failure = { error };
            return undefined as never;
          }
        });
        if (failure !== undefined) throw failure.error;
        return result;
      },
    }),
  },
  lost_commit: {
    says: 'A commit is acknowledged, and sometimes nothing is stored.',
    breaks: ['acknowledged_is_readable', 'store_is_as_committed', 'messages_in_order', 'one_winner', 'no_surprise'],
    within: 10,
    store: (storage) => {
      const isLost = everyThird();
      return {
        ...storage,
        async transaction<T>(brand: string, work: (tx: BrandTransaction) => Promise<T>): Promise<T> {
          let value: { readonly result: T } | undefined;
          try {
            return await storage.transaction(brand, async (tx) => {
              const result = await work(tx);
              value = { result };
              if (tx.queued().conversations && isLost()) throw new RolledBack();
              return result;
            });
          } catch (error) {
            if (error instanceof RolledBack && value !== undefined) return value.result;
            throw error;
          }
        },
      };
    },
  },
  double_lease: {
    says: 'A claim of deliveries takes what another worker has.',
    breaks: ['one_lease', 'finished_stays_finished'],
    within: 40,
    store: deliveryQueue((queue) => ({
      async claim(request) {
        await queue.recover();
        return queue.claim(request);
      },
    })),
  },
  double_conversation: {
    says: 'A claim of conversations takes what another worker has.',
    breaks: ['one_lease'],
    within: 40,
    store: (storage) => ({
      ...storage,
      conversationQueue: {
        ...storage.conversationQueue,
        async claim(request) {
          await storage.conversationQueue.recover();
          return storage.conversationQueue.claim(request);
        },
      },
    }),
  },
  unfenced_step: {
    says: 'A worker that lost the lease of a conversation commits its step.',
    breaks: ['one_lease', 'answers_in_order'],
    within: 1_000,
    store: transactions(({ conversations }) => ({
      conversations: {
        ...conversations,
        async load(customer) {
          const record = await conversations.find(customer);
          const entry = await conversations.next(customer);
          return { ...(record !== undefined && { record }), ...(entry !== undefined && { entry }) };
        },
      },
    })),
  },
  lease_for_ever: {
    says: 'The lease of a worker that died does not end.',
    breaks: ['every_delivery_ends'],
    within: 40,
    store: claims((request) => ({ ...request, leaseUntil: request.leaseUntil + 86_400_000 })),
  },
  early_claim: {
    says: 'A claim takes what is due three seconds later.',
    breaks: ['never_early', 'one_lease'],
    within: 40,
    store: claims((request) => ({ ...request, now: request.now + 3_000 })),
  },
  early_retry: {
    says: 'An attempt is repeated three seconds too early.',
    breaks: ['never_early'],
    within: 40,
    engine: results((progress) =>
      progress.state === 'pending' ? { ...progress, dueAt: progress.dueAt - 3_000 } : progress,
    ),
  },
  attempts_not_counted: {
    says: 'An attempt that failed is not counted.',
    breaks: ['six_attempts'],
    within: 40,
    engine: results((progress) =>
      progress.state === 'pending' ? { ...progress, attempts: progress.attempts.slice(0, -1) } : progress,
    ),
  },
  seventh_attempt: {
    says: 'A delivery is tried again after the sixth attempt.',
    breaks: ['finished_stays_finished', 'six_attempts'],
    within: 100,
    engine: results((progress) => retried(progress, (reason) => reason === 'exhausted', 25_000)),
  },
  retry_of_time_out: {
    says: 'A delivery is tried again although the receiver may have acted on it.',
    breaks: ['finished_stays_finished'],
    within: 40,
    engine: results((progress) => retried(progress, (reason) => reason === 'timeout', 5_000)),
  },
  delivered_again: {
    says: 'A delivery that was delivered stays in the queue.',
    breaks: ['finished_stays_finished', 'store_is_as_committed', 'one_lease'],
    within: 10,
    store: results((progress) =>
      progress.state === 'delivered'
        ? { state: 'pending', attempts: progress.attempts, dueAt: progress.finishedAt + 1_000 }
        : progress,
    ),
  },
  other_bytes: {
    says: 'A repeated attempt has a body that was written anew.',
    breaks: ['same_bytes'],
    within: 40,
    sender: (sender) => ({
      ...sender,
      send(request) {
        if (request.headers['x-delivery-attempt'] === '1') return sender.send(request);
        const body = new TextEncoder().encode(`${new TextDecoder().decode(request.body)}\n`);
        return sender.send({ ...request, body });
      },
    }),
  },
  cap_off_by_one: {
    says: 'A target has one lease more than it may have.',
    breaks: ['caps_hold'],
    within: 100,
    store: claims((request) => ({ ...request, perTarget: request.perTarget + 1 })),
  },
  greedy_brand: {
    says: 'A brand uses slots that are kept for others.',
    breaks: ['caps_hold'],
    within: 40,
    engine: claims((request) => ({ ...request, slots: 2 * request.slots, held: new Map() })),
  },
  delivery_after_commit: {
    says: 'Deliveries are added in a transaction of their own, after the message.',
    breaks: ['message_has_deliveries'],
    within: 10,
    engine: (storage) => ({
      ...storage,
      async transaction(brand, work) {
        const added: Parameters<BrandTransaction['deliveries']['add']>[0][] = [];
        const result = await storage.transaction(brand, (tx) =>
          work({ ...tx, deliveries: { ...tx.deliveries, add: async (each) => void added.push(each) } }),
        );
        for (const each of added) await storage.transaction(brand, (tx) => tx.deliveries.add(each));
        return result;
      },
    }),
  },
  remembered_too_long: {
    says: 'Hooks are remembered although another node has changed them.',
    breaks: ['message_has_deliveries'],
    within: 40,
    engine: transactions(({ settings }) => ({ settings: { ...settings, revision: async () => 1 } })),
  },
  brand_leak: {
    says: 'A bot is found by its id, whatever brand it has.',
    breaks: ['brands_are_apart', 'no_surprise'],
    within: 40,
    store: (storage) => ({
      ...storage,
      reader(brand) {
        const reader = storage.reader(brand);
        const find = async (bot: string) => {
          for (const each of [brand, ...brands]) {
            const found = await storage.reader(each).bots.find(bot);
            if (found !== undefined) return found;
          }
          return undefined;
        };
        return { ...reader, bots: { ...reader.bots, find } };
      },
    }),
  },
  foreign_receiver: {
    says: 'A message is sent to the receiver of another brand.',
    breaks: ['brands_are_apart'],
    within: 10,
    sender: (sender) => ({
      ...sender,
      send: (request) => sender.send({ ...request, url: request.url.replace('umbra.example', 'acme.example') }),
    }),
  },
  latest_deleted: {
    says: 'The latest version is deleted instead of the one that is named.',
    breaks: ['latest_stays'],
    within: 100,
    engine: transactions(({ versions }) => ({
      versions: {
        ...versions,
        async delete(bot, version) {
          return versions.delete(bot, (await versions.latest(bot))?.id ?? version);
        },
      },
    })),
  },
  history_replaced: {
    says: 'A publication replaces the one before.',
    breaks: ['history_grows', 'acknowledged_is_readable'],
    within: 40,
    store: transactions(({ versions }) => ({
      versions: {
        ...versions,
        async reveal(bot, version, at) {
          const before = await versions.latest(bot);
          const result = await versions.reveal(bot, version, at);
          if (before !== undefined) await versions.delete(bot, before.id);
          return result;
        },
      },
    })),
  },
  link_answered_twice: {
    says: 'A connection of an account is replaced whatever state it has, and a state of a provider works twice.',
    breaks: ['link_answered_once'],
    within: 600,
    store: transactions(({ accountConnections }) => ({
      accountConnections: {
        ...accountConnections,
        async replace(next) {
          const present = await accountConnections.find(next.id);
          return accountConnections.replace(next, present?.revision ?? 0);
        },
      },
    })),
  },
  answers_swapped: {
    says: 'Of two messages that wait, the second is answered first.',
    breaks: ['answers_in_order'],
    within: 40,
    store: transactions(({ conversations }) => ({
      conversations: {
        ...conversations,
        async load(customer, worker) {
          const loaded = await conversations.load(customer, worker);
          if (loaded?.entry === undefined) return loaded;
          await conversations.drop(customer, loaded.entry.number);
          const second = await conversations.next(customer);
          await conversations.push(customer, loaded.entry.item, loaded.entry.at);
          const entry = second ?? (await conversations.next(customer));
          return { ...loaded, ...(entry !== undefined && { entry }) };
        },
      },
    })),
  },
  answered_twice: {
    says: 'A message that was answered stays in the inbox.',
    breaks: ['answers_in_order'],
    within: 40,
    engine: transactions(({ conversations }) => ({
      conversations: {
        ...conversations,
        endStep: (customer, worker, { record }) =>
          conversations.endStep(customer, worker, record === undefined ? {} : { record }),
      },
    })),
  },
  number_given_twice: {
    says: 'The number of the last message of a customer is not stored.',
    breaks: ['messages_in_order', 'acknowledged_is_readable'],
    within: 10,
    store: transactions(({ customers }) => ({
      customers: { ...customers, update: (number, { lastSeq: _, ...change }) => customers.update(number, change) },
    })),
  },
};
