import type { ConversationQueue } from '../../ports/conversation-store.ts';
import type { DeliveryQueue } from '../../ports/delivery-store.ts';
import type { ListAnswer, RecordRequest } from '../../ports/record-store.ts';
import { conversationQueue } from '../conversation-queue.ts';
import { deliveryQueue } from '../delivery-queue.ts';
import type { ConversationRows } from './conversation-rows.ts';
import type { DeliveryRows } from './delivery-rows.ts';
import type { Mirror, Written } from './mirror.ts';
import { type QueuedDelivery, queuedConversations, queuedDeliveries } from './queue-kinds.ts';
import type { RecordsOnly } from './records-only.ts';
import { committed } from './store-unavailable.ts';

/** Runs one call at a time. */
export type Serial = <T>(act: () => Promise<T>) => Promise<T>;

type Records = Pick<RecordsOnly, 'read' | 'commit'>;

const all = { do: 'list', within: [], where: {}, offset: 0, heads: true } as const;
const allConversations = { ...all, kind: queuedConversations.name, list: 'all', order: 'customer' } as const;
const pendingDeliveries = { ...all, kind: queuedDeliveries.name, list: 'pending', order: 'id' } as const;
const finishedDeliveries = { ...all, kind: queuedDeliveries.name, list: 'finished', order: 'first' } as const;

/** The queue of conversations, stored as records. */
export function conversationsOnRecords(
  records: Records,
  { work, mirror }: ConversationRows,
  serial: Serial,
): ConversationQueue {
  const { once, again } = changes(records, { mirror, all: allConversations, serial });
  return { ...conversationQueue(work, again), claim: conversationQueue(work, once).claim };
}

/** The queue of deliveries, stored as records. */
export function deliveriesOnRecords(records: Records, { index, mirror }: DeliveryRows, serial: Serial): DeliveryQueue {
  const { once, again, look } = changes(records, { mirror, all: pendingDeliveries, serial });
  const queue = deliveryQueue(index, again, look);
  const claims = deliveryQueue(index, once, look);
  return {
    ...queue,
    async claim({ ended = [], ...request }) {
      const { worker } = request;
      // A claim is not repeated after a conflict, and their results must not be lost.
      for (const { brand, id, progress } of ended) await queue.complete({ brand, id, worker }, progress);
      const leased = await claims.claim(request);
      return Promise.all(leased.map(async (each) => ({ ...each, body: await bodyOf(records, each) })));
    },
    prune: (finishedBefore, limit) =>
      serial(async () => {
        const where = { until: finishedBefore - 1 };
        const [found] = (await records.read('store', [{ ...finishedDeliveries, where, limit }])) as [ListAnswer];
        let removed = 0;
        for (const [brand = '', items] of Map.groupBy(found.items, (each) => each.brand)) {
          const operations = items.map(({ record }) => {
            return { do: 'delete', kind: queuedDeliveries.name, key: [record['id'] as string] } as const;
          });
          if (committed(await records.commit({ brand }, { conditions: [], operations }))) removed += items.length;
        }
        return removed;
      }),
  };
}

async function bodyOf({ read }: Records, { brand, id }: { brand: string; id: string }): Promise<string> {
  const [stored] = await read({ brand }, [{ do: 'get', kind: queuedDeliveries.name, key: [id] }]);
  return (stored as { record: QueuedDelivery } | undefined)?.record.body ?? '';
}

interface Queue {
  readonly mirror: Mirror;
  /** The request of everything that waits. */
  readonly all: RecordRequest;
  readonly serial: Serial;
}

type Run = <T>(act: () => T) => Promise<T>;

/** Ways to change a queue: each act finds everything that waits, and its changes are stored, brand by brand. */
interface Changes {
  /** Leaves brands out of a claim whose changes are not stored because others were first. */
  readonly once: Run;
  /** Repeats the act after a conflict. */
  readonly again: Run;
  readonly look: Run;
}

function changes({ read, commit }: Records, { mirror, all: request, serial }: Queue): Changes {
  async function look<T>(question: () => T): Promise<T> {
    const [{ items }] = (await read('store', [request])) as [ListAnswer];
    mirror.begin(items);
    return question();
  }

  async function act<T>(question: () => T): Promise<{ readonly answer: T; readonly conflicts: ReadonlySet<string> }> {
    const answer = await look(question);
    const conflicts = new Set<string>();
    for (const brand of mirror.changedBrands()) {
      const written: Written = { conditions: [], operations: [] };
      mirror.write(brand, written);
      if (written.operations.length === 0) continue;
      if (!committed(await commit({ brand }, written))) conflicts.add(brand);
    }
    return { answer, conflicts };
  }

  return {
    once: (question) =>
      serial(async () => {
        const { answer, conflicts } = await act(question);
        return Array.isArray(answer) ? (answer.filter(({ brand }) => !conflicts.has(brand)) as typeof answer) : answer;
      }),
    again: (question) =>
      serial(async () => {
        for (;;) {
          const { answer, conflicts } = await act(question);
          if (conflicts.size === 0) return answer;
        }
      }),
    look: (question) => serial(() => look(question)),
  };
}
