import type { Message } from '@botwright/core/conversation';
import type {
  BatchOperation,
  ChannelRecord,
  CommitOutcome,
  CustomerRecord,
  DeliveryRecord,
  HookRecord,
  ListAnswer,
  RecordStore,
  Scope,
  Storage,
  Stored,
} from '@botwright/core/ports';
import { type ConversationWatch, watchConversations } from './conversation-watch.ts';
import { type DeliveryWatch, watchDeliveries } from './delivery-watch.ts';
import type { ProgramStarts } from './program-starts.ts';
import { type KnownBot, watchRecords } from './record-watch.ts';
import type { Fail } from './violation.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface WatchParts {
  readonly time: VirtualTime;
  readonly bots: readonly KnownBot[];
  readonly fail: Fail;
  /** Whether the brand has message hooks: `unsure` for a while after a change, since the plan is read before. */
  hasHooks(brand: string): boolean | 'unsure';
  note(line: () => string): void;
}

/**
 * Sees everything that the store commits, in the order of the commits, and reports violations. Its expectations are
 * independent of the engine.
 */
export interface Watch {
  readonly deliveries: DeliveryWatch;
  readonly conversations: ConversationWatch;
  /** The store for one machine. */
  storage(inner: Storage, machine: string, starts: Pick<ProgramStarts, 'ofCall'>): Storage;
  /** Compares the store with everything that was committed. */
  compare(storage: Storage): Promise<void>;
}

/** A batch that is committed. */
interface Batch {
  readonly brand: string;
  readonly operations: readonly BatchOperation[];
  /** The event in which its program began. */
  readonly begunAt: number;
}

type Put = Extract<BatchOperation, { readonly do: 'put' }>;

export function createWatch({ time, bots, fail, hasHooks, note }: WatchParts): Watch {
  const deliveries = watchDeliveries(time, fail);
  const conversations = watchConversations(fail);
  const records = watchRecords(bots, fail);
  /** When each hook was changed last. */
  const hookChanges = new Map<string, number>();

  function follow({ brand, operations }: Batch, outcome: CommitOutcome & { readonly kind: 'committed' }): void {
    for (const operation of operations) {
      records.operation(brand, operation, operations);
      switch (operation.do) {
        case 'put':
          put(brand, operation);
          break;
        case 'delete':
          if (operation.kind === 'hook') hookChanges.set(`hook:${operation.key[0]}`, time.count());
          break;
        case 'addDeliveries':
          for (const added of operation.deliveries) deliveries.added(brand, added);
          break;
        case 'endDeliveries':
          if ('target' in operation.of) {
            const { kind, number } = operation.of.target;
            deliveries.ended(({ target }) => target === `${brand} ${kind}:${number}`, operation.at);
          }
          break;
        case 'enqueue':
          if (outcome.isLeased && operation.holder) conversations.leased(operation.customer, operation.holder);
          break;
        case 'settle':
          if (operation.worker !== undefined) {
            conversations.step(operation.customer, operation.worker, outcome.isFinished === true);
          }
          break;
        default:
      }
    }
  }

  function put(brand: string, { kind, record }: Put): void {
    if (kind === 'hook') hookChanges.set(`hook:${record['number']}`, time.count());
    if (kind !== 'message') return;
    const { customerNumber, ...message } = record as unknown as Message & { readonly customerNumber: number };
    conversations.message(brand, customerNumber, message as Message);
  }

  async function committed(inner: RecordStore, machine: string, batch: Batch, outcome: CommitOutcome): Promise<void> {
    if (outcome.kind !== 'committed' || batch.operations.length === 0) return;
    follow(batch, outcome);
    note(() => `${machine} commits ${batch.operations.map(nameOf).join(', ')} of ${batch.brand}`);
    await checkDeliveries(inner, batch);
  }

  /** Every message has the deliveries that it should have, and no others. */
  async function checkDeliveries(inner: RecordStore, { brand, operations, begunAt }: Batch): Promise<void> {
    const said = operations.flatMap((each) => (each.do === 'put' && each.kind === 'message' ? [each.record] : []));
    const sent = operations
      .flatMap((each) => (each.do === 'addDeliveries' ? each.deliveries : []))
      .filter(({ replayOf }) => replayOf === undefined);
    const uuids = new Set(said.map(({ uuid }) => uuid));
    for (const { messageUuid } of sent) {
      if (uuids.has(messageUuid)) continue;
      fail('message_has_deliveries', `Deliveries of message ${messageUuid} came without it.`);
    }
    const planned = hasHooks(brand);
    // A hook that another program changed in between may have the message or not.
    const isSettled = (target: string) => (hookChanges.get(target) ?? -1) < begunAt;
    for (const message of said) {
      const targets = await targetsOf(inner, brand, message as unknown as Message & { customerNumber: number });
      if (targets === undefined) {
        fail('store_is_as_committed', `The customer of message ${message['uuid']} is not stored.`);
        continue;
      }
      const { own, hooks } = targets;
      const actual = sent
        .filter(({ messageUuid }) => messageUuid === message['uuid'])
        .map(({ target }) => `${target.kind}:${target.number}`)
        .filter(isSettled)
        .toSorted()
        .join(' ');
      const wanted = [...(planned === false ? [] : hooks), ...own].filter(isSettled).toSorted().join(' ');
      const isWithoutHooks = planned === 'unsure' && actual === own.join(' ');
      if (actual !== wanted && !isWithoutHooks) {
        const detail = `Message ${message['uuid']} has deliveries to [${actual}] instead of [${wanted}].`;
        fail('message_has_deliveries', detail);
      }
    }
  }

  return {
    deliveries,
    conversations,
    storage: (inner, machine, starts) => {
      const scoped = (scope: Scope, operations: readonly BatchOperation[], begunAt: number): Batch => ({
        brand: scope === 'store' ? '' : scope.brand,
        operations,
        begunAt,
      });
      return {
        ...inner,
        deliveryQueue: deliveries.queue(inner.deliveryQueue, machine),
        conversationQueue: conversations.queue(inner.conversationQueue),
        async commit(scope, batch) {
          const begunAt = starts.ofCall();
          const outcome = await inner.commit(scope, batch);
          await committed(inner, machine, scoped(scope, batch.operations, begunAt), outcome);
          return outcome;
        },
        ...(inner.exclusive !== undefined && {
          async exclusive(scope, program) {
            const ran = await (inner.exclusive as NonNullable<Storage['exclusive']>)(scope, program);
            const batch = scoped(scope, ran.decision.operations, time.count());
            await committed(inner, machine, batch, ran.committed);
            return ran;
          },
        }),
      } satisfies Storage;
    },
    async compare(storage) {
      for (const { brand, id, progress } of deliveries.all()) {
        const [stored] = (await storage.read({ brand }, [{ do: 'delivery', id }])) as [DeliveryRecord | undefined];
        if (JSON.stringify(stored?.progress) !== JSON.stringify(progress)) {
          const detail = `Delivery ${id} is ${JSON.stringify(stored?.progress)} instead of ${JSON.stringify(progress)}.`;
          fail('store_is_as_committed', detail);
        }
      }
      for (const { brand, customer, lastSeq } of conversations.all()) {
        const listed = { kind: 'message', list: 'ofCustomer', within: [customer], where: {}, order: 'newest' } as const;
        const [list] = (await storage.read({ brand }, [{ do: 'list', ...listed, offset: 0, limit: 1 }])) as [
          ListAnswer<Message>,
        ];
        if (list.total === lastSeq && list.items[0]?.record.seq === lastSeq) continue;
        const detail = `Customer ${customer} has ${list.total} messages instead of ${lastSeq}.`;
        fail('store_is_as_committed', detail);
      }
      await records.compare(storage);
    },
  };
}

/**
 * Names the targets of a message at this moment: the webhook of its channel if the message is for it, and the hooks.
 *
 * @returns `undefined` when the customer is not stored.
 */
async function targetsOf(
  inner: Pick<RecordStore, 'read'>,
  brand: string,
  { customerNumber, sender }: Message & { readonly customerNumber: number },
): Promise<{ readonly own: readonly string[]; readonly hooks: readonly string[] } | undefined> {
  const get = async <T>(kind: string, number: number) => {
    const [stored] = await inner.read({ brand }, [{ do: 'get', kind, key: [number] }]);
    return (stored as Stored<T> | undefined)?.record;
  };
  const customer = await get<CustomerRecord>('customer', customerNumber);
  const channel = customer && (await get<ChannelRecord>('channel', customer.channelNumber));
  if (channel === undefined) return undefined;
  const { number: channelNumber, webhook } = channel;
  const where = { channelNumber, active: true };
  const [list] = (await inner.read({ brand }, [
    { do: 'list', kind: 'hook', list: 'hooks', within: [], where, order: 'number', offset: 0 },
  ])) as [ListAnswer<HookRecord>];
  const isSpoken = sender.type === 'bot' || sender.type === 'agent';
  return {
    own: webhook !== undefined && isSpoken ? [`channel:${channelNumber}`] : [],
    hooks: list.items.map(({ record }) => `hook:${record.number}`),
  };
}

/** Names an operation for the trace. */
function nameOf(operation: BatchOperation): string {
  return 'kind' in operation ? `${operation.do} ${operation.kind}` : operation.do;
}
