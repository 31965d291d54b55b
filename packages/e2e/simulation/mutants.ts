import type {
  BatchOperation,
  ClaimRequest,
  CommitOutcome,
  Condition,
  DeliveryQueue,
  EndedDelivery,
  InboxEntry,
  ListAnswer,
  Program,
  RecordBatch,
  Request,
  Scalar,
  Scope,
  Storage,
  VersionRecord,
} from '@botwright/core/ports';
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
  /** Whether programs run under the lock of the store. Default: no. */
  readonly hasLock?: boolean;
}

type Operations = readonly BatchOperation[];
type OperationThat<TDo extends BatchOperation['do']> = Extract<BatchOperation, { readonly do: TDo }>;

/** What is written in place of the operations of a batch; it may ask the store before. */
type Rewrite = (operations: Operations, scope: Scope) => Generator<readonly Request[], Operations, readonly unknown[]>;

/** The store with other operations in each batch. */
function rewritten(rewrite: Rewrite): (storage: Storage) => Storage {
  return (storage) => ({
    ...storage,
    async commit(scope, { conditions, operations }) {
      const run = rewrite(operations, scope);
      let step = run.next([]);
      while (step.done !== true) step = run.next(await storage.read(scope, step.value));
      return storage.commit(scope, { conditions, operations: step.value });
    },
    ...(storage.exclusive !== undefined && {
      async exclusive<TDecision extends { readonly operations: Operations }>(
        scope: Scope,
        program: () => Program<TDecision>,
      ) {
        const ran = await storage.exclusive?.(scope, function* () {
          const decision = yield* program();
          return { decision, operations: yield* rewrite(decision.operations, scope) };
        });
        return { decision: ran?.decision.decision as TDecision, committed: ran?.committed as CommitOutcome };
      },
    }),
  });
}

/** The same for each operation. @param change - Returns what is written in place of the operation. */
function operations(change: (operation: BatchOperation) => Operations): (storage: Storage) => Storage {
  // biome-ignore lint/correctness/useYield: it asks nothing.
  return rewritten(function* (batch) {
    return batch.flatMap(change);
  });
}

/** The store with other fields in the records of a kind that are put. */
function puts(kind: string, change: (record: OperationThat<'put'>['record']) => object): (storage: Storage) => Storage {
  return operations((each) =>
    each.do === 'put' && each.kind === kind
      ? [{ ...each, record: { ...each.record, ...change(each.record) } }]
      : [each],
  );
}

/** The store without some of the conditions. */
function conditions(isKept: (condition: Condition) => boolean): (storage: Storage) => Storage {
  return commits((commit, scope, batch) => commit(scope, { ...batch, conditions: batch.conditions.filter(isKept) }));
}

type Commit = (scope: Scope, batch: RecordBatch) => Promise<CommitOutcome>;

function commits(
  change: (commit: Commit, scope: Scope, batch: RecordBatch) => Promise<CommitOutcome>,
): (storage: Storage) => Storage {
  return (storage) => ({ ...storage, commit: (scope, batch) => change(storage.commit, scope, batch) });
}

/** The store with other answers to its requests. */
function answers(change: (request: Request, answer: unknown) => unknown): (storage: Storage) => Storage {
  return (storage) => ({
    ...storage,
    async read(scope, requests) {
      const given = await storage.read(scope, requests);
      return requests.map((request, index) => change(request, given[index]));
    },
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

/** Every third time, counted in each store. */
function everyThird(): () => boolean {
  let count = 0;
  return () => {
    count += 1;
    return count % 3 === 0;
  };
}

/** Mistakes that the simulation must find. */
export const mutants: Readonly<Record<string, NamedMutant>> = {
  lost_update: {
    says: 'A batch is committed although another has changed the bot since.',
    breaks: ['one_winner', 'history_grows', 'acknowledged_is_readable'],
    within: 100,
    store: conditions((each) => !('kind' in each) || each.kind !== 'bot'),
  },
  no_order: {
    says: 'No delivery waits for the one before it.',
    breaks: ['deliveries_in_order'],
    within: 40,
    store: operations((each) =>
      each.do === 'addDeliveries'
        ? [{ ...each, deliveries: each.deliveries.map(({ ordered: _, ...delivery }) => delivery) }]
        : [each],
    ),
  },
  lost_message: {
    says: 'A batch is committed although another has changed the customer since.',
    breaks: ['messages_in_order', 'answers_in_order', 'acknowledged_is_readable'],
    within: 40,
    store: conditions((each) => !('kind' in each) || each.kind !== 'customer'),
  },
  unfenced_step: {
    says: 'A worker that lost the lease of a conversation commits its step.',
    breaks: ['one_lease', 'answers_in_order'],
    within: 500,
    store: conditions((each) => !('lease' in each)),
  },
  link_answered_twice: {
    says: 'A batch is committed although another has changed the connection of an account since.',
    breaks: ['link_answered_once'],
    within: 100,
    store: conditions((each) => !('kind' in each) || !/^(account_connection|authorization_attempt)$/.test(each.kind)),
  },
  repeated_version: {
    says: 'Two states of a record can have the same version.',
    breaks: ['one_winner', 'messages_in_order', 'answers_in_order', 'message_has_deliveries', 'history_grows'],
    within: 40,
    store: operations((each) => ['version' in each ? { ...each, version: 'same' } : each]),
  },
  conflict_that_wrote: {
    says: 'A batch that meets a conflict is stored all the same.',
    breaks: [
      'acknowledged_is_readable',
      'answers_in_order',
      'messages_in_order',
      'store_is_as_committed',
      'one_winner',
    ],
    within: 40,
    store: commits(async (commit, scope, batch) => {
      const outcome = await commit(scope, batch);
      if (outcome.kind === 'conflict') await commit(scope, { ...batch, conditions: [] });
      return outcome;
    }),
  },
  half_a_batch: {
    says: 'Of some batches only the first half is stored.',
    breaks: [
      'answers_in_order',
      'acknowledged_is_readable',
      'store_is_as_committed',
      'messages_in_order',
      'one_winner',
    ],
    within: 10,
    store(storage) {
      const isHalf = everyThird();
      // biome-ignore lint/correctness/useYield: it asks nothing.
      return rewritten(function* (batch) {
        return batch.length > 1 && isHalf() ? batch.slice(0, Math.ceil(batch.length / 2)) : batch;
      })(storage);
    },
  },
  lost_commit: {
    says: 'A commit is acknowledged, and sometimes nothing is stored.',
    breaks: ['acknowledged_is_readable', 'store_is_as_committed', 'messages_in_order', 'one_winner'],
    within: 10,
    store(storage) {
      const isLost = everyThird();
      return rewritten(function* (batch) {
        return batch.some((each) => each.do === 'enqueue') && isLost() ? [] : batch;
      })(storage);
    },
  },
  unknown_is_stored: {
    says: 'A commit whose answer was lost counts as stored.',
    breaks: ['acknowledged_is_readable', 'one_winner'],
    within: 100,
    engine: commits(async (commit, scope, batch) => {
      const outcome = await commit(scope, batch);
      return outcome.kind === 'unknown' ? { kind: 'committed' } : outcome;
    }),
  },
  conflict_is_stored: {
    says: 'A commit that meets a conflict counts as stored.',
    breaks: ['acknowledged_is_readable', 'one_winner'],
    within: 40,
    engine: commits(async (commit, scope, batch) => {
      const outcome = await commit(scope, batch);
      return outcome.kind === 'conflict' ? { kind: 'committed' } : outcome;
    }),
  },
  open_lock: {
    says: 'The lock of the store lets other writers in.',
    breaks: ['one_winner', 'messages_in_order', 'answers_in_order', 'history_grows', 'message_has_deliveries'],
    within: 40,
    hasLock: true,
    engine: (storage) => ({
      ...storage,
      async exclusive(scope, program) {
        const run = program();
        let step = run.next([]);
        while (step.done !== true) step = run.next(await storage.read(scope, step.value));
        const batch = { conditions: [], operations: step.value.operations };
        return { decision: step.value, committed: await storage.commit(scope, batch) };
      },
    }),
  },
  number_given_twice: {
    says: 'A sequence gives each number twice.',
    breaks: ['messages_in_order', 'acknowledged_is_readable', 'answers_in_order'],
    within: 40,
    store: answers((request, answer) =>
      request.do === 'number' && request.sequence === 'customer' ? Math.ceil(Number(answer) / 2) + 100 : answer,
    ),
  },
  count_not_stored: {
    says: 'The number of the last message of a customer is not stored.',
    breaks: ['messages_in_order', 'acknowledged_is_readable'],
    within: 10,
    store: puts('customer', () => ({ lastSeq: 0 })),
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
  foreign_receiver: {
    says: 'A message is sent to the receiver of another brand.',
    breaks: ['brands_are_apart'],
    within: 10,
    sender: (sender) => ({
      ...sender,
      send: (request) => sender.send({ ...request, url: request.url.replace('umbra.example', 'acme.example') }),
    }),
  },
  delivery_after_commit: {
    says: 'Deliveries are added in a batch of their own, after the message.',
    breaks: ['message_has_deliveries'],
    within: 10,
    engine: commits(async (commit, scope, batch) => {
      const isDelivery = (each: BatchOperation) => each.do === 'addDeliveries';
      const outcome = await commit(scope, {
        ...batch,
        operations: batch.operations.filter((each) => !isDelivery(each)),
      });
      const added = batch.operations.filter(isDelivery);
      if (outcome.kind === 'committed' && added.length > 0) await commit(scope, { conditions: [], operations: added });
      return outcome;
    }),
  },
  remembered_too_long: {
    says: 'Hooks are remembered although another node has changed them.',
    breaks: ['message_has_deliveries'],
    within: 40,
    engine: operations((each) => (each.do === 'put' && each.kind === 'settings' ? [] : [each])),
  },
  brand_leak: {
    says: 'A bot is found by its id, whatever brand it has.',
    breaks: ['brands_are_apart', 'no_surprise'],
    within: 40,
    store: (storage) => ({
      ...storage,
      async read(scope, requests) {
        const given = [...(await storage.read(scope, requests))];
        for (const [index, request] of requests.entries()) {
          if (request.do !== 'get' || request.kind !== 'bot') continue;
          for (const brand of brands) given[index] ??= (await storage.read({ brand }, [request]))[0];
        }
        return given;
      },
    }),
  },
  latest_deleted: {
    says: 'The latest version is deleted instead of the one that is named.',
    breaks: ['latest_stays'],
    within: 100,
    engine: rewritten(function* (batch) {
      const changed: BatchOperation[] = [];
      for (const each of batch) {
        if (each.do !== 'delete' || each.kind !== 'version') changed.push(each);
        else changed.push({ ...each, key: (yield* latestOf(each.key[0])) ?? each.key });
      }
      return changed;
    }),
  },
  history_replaced: {
    says: 'A publication replaces the one before.',
    breaks: ['history_grows', 'acknowledged_is_readable'],
    within: 40,
    store: rewritten(function* (batch) {
      const changed = [...batch];
      for (const each of batch) {
        if (each.do !== 'put' || each.kind !== 'version' || each.record['reservedAt'] !== undefined) continue;
        const key = yield* latestOf(each.record['botId'] as string);
        if (key !== undefined) changed.push({ do: 'delete', kind: 'version', key });
      }
      return changed;
    }),
  },
  answers_swapped: {
    says: 'Of two messages that wait, the second is answered first.',
    breaks: ['answers_in_order'],
    within: 40,
    store: rewritten(function* (batch) {
      const changed: BatchOperation[] = [];
      for (const each of batch) {
        changed.push(each);
        if (each.do !== 'enqueue') continue;
        const { customer } = each;
        const [first] = (yield [{ do: 'inbox', customer }]) as [InboxEntry | undefined];
        if (first === undefined) continue;
        const { number: entry, item, at } = first;
        changed.push({ do: 'settle', customer, entry }, { do: 'enqueue', customer, item, at });
      }
      return changed;
    }),
  },
  effects_forgotten: {
    says: 'The queue does not learn that the effects of a conversation wait.',
    breaks: ['answers_in_order'],
    within: 40,
    store: operations((each) => {
      if (each.do !== 'settle') return [each];
      const { effects: _, ...settled } = each;
      return [settled];
    }),
  },
  effects_repeated: {
    says: 'Effects that were carried out wait again.',
    breaks: ['answers_in_order', 'every_delivery_ends'],
    within: 40,
    store: operations((each) =>
      each.do === 'settle' && each.effects === false ? [{ ...each, effects: true }] : [each],
    ),
  },
  answered_twice: {
    says: 'A message that was answered stays in the inbox.',
    breaks: ['answers_in_order'],
    within: 40,
    engine: operations((each) => {
      if (each.do !== 'settle') return [each];
      const { entry: _, ...settled } = each;
      return [settled];
    }),
  },
};

/** Finds the key of the latest version of a bot that everybody sees. */
function* latestOf(
  bot: Scalar | undefined,
): Generator<readonly Request[], readonly Scalar[] | undefined, readonly unknown[]> {
  const where = { isReserved: false };
  const [list] = (yield [
    { do: 'list', kind: 'version', list: 'ofBot', within: [bot ?? null], where, order: 'newest', offset: 0, limit: 1 },
  ]) as [ListAnswer<VersionRecord>];
  const [latest] = list.items;
  return latest && [latest.record.botId, latest.record.id];
}
