import type { ConversationQueue } from '../../ports/conversation-store.ts';
import type { DeliveryQueue } from '../../ports/delivery-store.ts';
import type { ListAnswer, RecordRequest } from '../../ports/record-store.ts';
import { conversationQueue } from '../conversation-queue.ts';
import { deliveryQueue } from '../delivery-queue.ts';
import type { ConversationRows } from './conversation-rows.ts';
import type { DeliveryRows } from './delivery-rows.ts';
import { type Mirror, nothingWritten } from './mirror.ts';
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
  const claims = conversationQueue(work, once);
  return {
    ...conversationQueue(work, again),
    async claim(request) {
      const claimed = await claims.claim(request);
      return claimed.filter((each) => work.index.find(each)?.worker === request.worker);
    },
  };
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
      const claimed = await claims.claim(request);
      const leased = claimed.filter(({ brand, id }) => index.find(brand, id)?.lease?.worker === worker);
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
function changes(
  { read, commit }: Records,
  { mirror, all: request, serial }: Queue,
): { readonly once: Run; readonly again: Run; readonly look: Run } {
  async function load(): Promise<void> {
    const [found] = (await read('store', [request])) as [ListAnswer];
    mirror.showAll(found.items);
  }

  /** @returns Whether all changes are stored; others were first. */
  async function save(): Promise<boolean> {
    let isWhole = true;
    for (const brand of mirror.changedBrands()) {
      const written = nothingWritten();
      mirror.write(brand, written);
      if (written.operations.length === 0) continue;
      if (committed(await commit({ brand }, written))) mirror.stored(written);
      else isWhole = false;
    }
    return isWhole;
  }

  async function act<T>(question: () => T): Promise<{ readonly answer: T; readonly isWhole: boolean }> {
    try {
      await load();
      const answer = question();
      return { answer, isWhole: await save() };
    } finally {
      mirror.lost();
    }
  }

  return {
    once: (question) => serial(async () => (await act(question)).answer),
    /** Repeats the act after a conflict. */
    again: (question) =>
      serial(async () => {
        for (;;) {
          const { answer, isWhole } = await act(question);
          if (isWhole) return answer;
        }
      }),
    look: (question) =>
      serial(async () => {
        await load();
        return question();
      }),
  };
}
