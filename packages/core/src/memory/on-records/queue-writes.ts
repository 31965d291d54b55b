import { targetName } from '../../domain/delivery/delivery-target.ts';
import type { ConversationKey } from '../../ports/conversation-store.ts';
import type { NewDelivery } from '../../ports/delivery-store.ts';
import type {
  BatchOperation,
  Condition,
  ListAnswer,
  QueueOperation,
  QueueRequest,
  RecordBatch,
  RecordRequest,
  Request,
  Scalar,
  Stored,
} from '../../ports/record-store.ts';
import { enqueue, findLeased, settle } from '../conversation-work.ts';
import { noWork, openInbox } from '../conversation-work-index.ts';
import { disabled, erased, isSameTarget } from '../delivery-records.ts';
import { frozenCopy } from '../frozen-copy.ts';
import { newDelivery, type StoredDelivery, shareBodies } from '../stored-delivery.ts';
import type { ConversationRows } from './conversation-rows.ts';
import type { DeliveryRows } from './delivery-rows.ts';
import type { Written } from './mirror.ts';
import { type QueuedConversation, type QueuedDelivery, queuedConversations, queuedDeliveries } from './queue-kinds.ts';

export interface QueueRows {
  readonly conversations: ConversationRows;
  readonly deliveries: DeliveryRows;
}

/** A batch without operations and conditions of queues, and the leases that its queue operations began and ended. */
export interface QueueWrites extends Written {
  isLeased: boolean;
  isFinished: boolean;
}

/** Yields requests of records, and is given their answers. */
type Reading<T> = Generator<readonly RecordRequest[], T, readonly unknown[]>;

type Operation<TDo extends QueueOperation['do']> = Extract<QueueOperation, { do: TDo }>;

interface Writing extends QueueWrites {
  readonly rows: QueueRows;
  readonly brand: string;
}

/** Thrown where a batch cannot be stored: the store answers `conflict`. */
export class Refused extends Error {}

export function concernsQueues({ conditions, operations }: RecordBatch): boolean {
  return conditions.some(isLeaseCondition) || operations.some((operation) => operation.do in applying);
}

function isLeaseCondition(condition: Condition): condition is Extract<Condition, { lease: unknown }> {
  return 'lease' in condition;
}

/**
 * Replaces operations and conditions of queues by operations and conditions of records, in their order.
 *
 * @throws {Refused} When the batch cannot be stored.
 */
export function* queueWrites(rows: QueueRows, brand: string, batch: RecordBatch): Reading<QueueWrites> {
  const writing: Writing = { conditions: [], operations: [], rows, brand, isLeased: false, isFinished: false };
  for (const { mirror } of Object.values(rows)) mirror.begin();
  for (const condition of batch.conditions) {
    if (isLeaseCondition(condition)) yield* checkLease(writing, condition.lease);
    else writing.conditions.push(condition);
  }
  for (const operation of batch.operations) {
    const apply = applying[operation.do as QueueOperation['do']];
    if (apply === undefined) {
      writing.operations.push(operation as Exclude<BatchOperation, QueueOperation>);
      continue;
    }
    yield* apply(writing, operation as never);
    for (const { mirror } of Object.values(rows)) mirror.write(brand, writing);
  }
  return writing;
}

const applying: { readonly [TDo in QueueOperation['do']]: (to: Writing, operation: Operation<TDo>) => Reading<void> } =
  {
    *enqueue(writing, { customer, item, at, holder }) {
      const [number] = (yield [{ do: 'number', sequence: 'inbox' }]) as [number];
      const { conversation } = yield* showConversation(writing, customer);
      const entry = frozenCopy({ number, item, at });
      if (enqueue(writing.rows.conversations.work, conversation, entry, holder)) writing.isLeased = true;
      writing.rows.conversations.mirror.changed({ brand: writing.brand, key: customer });
    },
    *settle(writing, { customer, ...ended }) {
      const [found] = yield [{ do: 'get', kind: 'customer', key: [customer], heads: true }];
      const { conversation } = yield* showConversation(writing, customer);
      const { work, mirror } = writing.rows.conversations;
      if (found === undefined && work.index.find(conversation) === undefined) return;
      if (settle(work, conversation, ended)) writing.isFinished = true;
      mirror.changed({ brand: writing.brand, key: customer });
    },
    *addDeliveries({ rows, brand }, { deliveries }) {
      const bodyOf = shareBodies();
      for (const added of frozenCopy(deliveries) as readonly NewDelivery[]) {
        const [stored, place] = (yield [
          { do: 'get', kind: queuedDeliveries.name, key: [added.id], heads: true },
          { do: 'number', sequence: 'delivery' },
        ]) as [Stored | undefined, number];
        rows.deliveries.mirror.show({ brand, key: added.id }, stored);
        if (rows.deliveries.index.find(brand, added.id) !== undefined) throw new Refused();
        rows.deliveries.index.put(newDelivery(added, { brand, body: bodyOf(added), place }));
      }
    },
    *endDeliveries({ rows, brand }, { of, at }) {
      const { index, mirror } = rows.deliveries;
      const customers = 'target' in of ? [] : 'customer' in of ? [of.customer] : yield* customersOf(of.bot);
      const isMatch = ({ record: { target, customerNumber } }: StoredDelivery) =>
        'target' in of ? isSameTarget(target, of.target) : customers.includes(customerNumber);
      const where = 'target' in of ? { target: targetName(of.target), state: 'pending' } : { customers };
      const [{ items }] = (yield [listOf(where)]) as [ListAnswer];
      for (const stored of items) mirror.show({ brand, key: stored.record['id'] as string }, stored);
      // The batch itself may have added some.
      for (const delivery of [...index.ofBrand(brand)]) {
        if (!isMatch(delivery)) continue;
        const ended = 'target' in of ? disabled(delivery, at) : erased(delivery, at);
        if (ended !== delivery) index.put(ended);
      }
    },
  };

function* checkLease(writing: Writing, { customer, worker }: { customer: number; worker: string }): Reading<void> {
  const { conversation, version } = yield* showConversation(writing, customer);
  if (findLeased(writing.rows.conversations.work, conversation, worker) === undefined) throw new Refused();
  writing.conditions.push({ kind: queuedConversations.name, key: [customer], version });
}

function* showConversation(
  { rows, brand }: Writing,
  customer: number,
): Reading<{ readonly conversation: ConversationKey; readonly version: string | undefined }> {
  const [stored] = (yield [conversationRequest(customer)]) as [Stored | undefined];
  rows.conversations.mirror.show({ brand, key: customer }, stored);
  return { conversation: { brand, customerNumber: customer }, version: stored?.version };
}

/** The customers on the channels of a bot. */
function* customersOf(bot: string): Reading<readonly number[]> {
  const all = { do: 'list', where: {}, offset: 0, heads: true } as const;
  const [channels] = (yield [{ ...all, kind: 'channel', list: 'ofBot', within: [bot], order: 'created' }]) as [
    ListAnswer,
  ];
  const customers = (yield channels.items.map(({ record }) => {
    const within = [record['number'] as Scalar];
    return { ...all, kind: 'customer', list: 'expiring', within, order: 'first' };
  })) as readonly ListAnswer[];
  return customers.flatMap(({ items }) => items.map(({ record }) => Number(record['number'])));
}

function listOf(where: Readonly<Record<string, Scalar | readonly Scalar[]>>, range = {}): RecordRequest {
  const list = {
    do: 'list',
    kind: queuedDeliveries.name,
    list: 'ofBrand',
    within: [],
    where,
    order: 'newest',
  } as const;
  return { ...list, offset: 0, heads: true, ...range };
}

function conversationRequest(customer: number): RecordRequest {
  return { do: 'get', kind: queuedConversations.name, key: [customer], expect: true };
}

/** The request of a record, or of a list, that has the answer to a request of a queue. */
export function recordRequest(request: Request): RecordRequest {
  switch (request.do) {
    case 'inbox':
    case 'wake':
    case 'lease':
      return conversationRequest(request.customer);
    case 'delivery':
    case 'deliveryBody': {
      const found = { do: 'get', kind: queuedDeliveries.name, key: [request.id] } as const;
      return request.do === 'delivery' ? { ...found, heads: true } : found;
    }
    case 'deliveries': {
      const { workspaces, state, target, ...range } = request.query;
      const ofTarget = target && { target: targetName(target) };
      return listOf({ workspaces, ...(state && { state }), ...ofTarget }, range);
    }
    default:
      return request;
  }
}

/** The answer to a request of a queue, from the answer to its `recordRequest`. */
export function queueAnswer(request: Request, answer: unknown): unknown {
  return request.do in answering
    ? answering[request.do as QueueRequest['do']](request as never, answer as never)
    : answer;
}

type Found = Stored | undefined;

const answering: {
  readonly [TDo in QueueRequest['do']]: (request: Extract<QueueRequest, { do: TDo }>, found: never) => unknown;
} = {
  inbox(_, found: Found) {
    const [first] = openInbox(
      (found?.record as QueuedConversation | undefined) ?? noWork,
    ) as QueuedConversation['inbox'];
    if (first === undefined) return undefined;
    const { number, item, at } = first;
    return { number, item, at };
  },
  wake(_, found: Found) {
    const { wake } = (found?.record ?? {}) as Partial<QueuedConversation>;
    return wake && wake.isDue === true;
  },
  lease: ({ worker }, found: Found) => (found?.record as QueuedConversation | undefined)?.row.worker === worker,
  delivery: (_, found: Found) => (found?.record as QueuedDelivery | undefined)?.delivery,
  deliveries: (_, { items, total }: ListAnswer) => ({ items: items.map(({ record }) => record['delivery']), total }),
  deliveryBody(_, found: Found) {
    const { bodyNote, body = '' } = (found?.record ?? {}) as Partial<QueuedDelivery>;
    return bodyNote && body;
  },
};
