import type {
  ClaimRequest,
  DeliveryQueue,
  DeliveryReader,
  DeliveryStore,
  NewDelivery,
  Storage,
} from '@botwright/core/ports';
import { changeReader, changeTransaction, type Mutant } from './mutant.ts';

export const deliveryMutants: readonly Mutant[] = [
  {
    rule: 'DQ1',
    fault: 'bodies are written anew',
    breakStorage: (sound) => changeAdd(sound, (each) => ({ ...each, body: JSON.stringify(JSON.parse(each.body)) })),
  },
  {
    rule: 'DQ1',
    fault: 'deliveries are found by any brand',
    breakStorage: (sound) => ({ ...sound, reader: () => sound.reader('acme') }),
  },
  {
    rule: 'DQ2',
    fault: 'what is added is there at once',
    breakStorage: (sound) => ({
      ...sound,
      transaction: (brand, work) => {
        const late: NewDelivery[] = [];
        const run = sound.transaction(brand, (tx) =>
          work({ ...tx, deliveries: { ...tx.deliveries, add: async (given) => void late.push(...given) } }),
        );
        const add = () => sound.transaction(brand, (tx) => tx.deliveries.add(late));
        return run.finally(() => (late.length === 0 ? undefined : add()));
      },
    }),
  },
  {
    rule: 'DQ3',
    fault: 'an id that is there is passed over',
    breakStorage: (sound) =>
      changeStore(sound, (store) => ({
        async add(given) {
          for (const each of given) if ((await store.find(each.id)) === undefined) await store.add([each]);
        },
      })),
  },
  {
    rule: 'DQ4',
    fault: 'the oldest come first',
    breakStorage: (sound) =>
      changeDeliveryReader(sound, (reader) => ({
        async list(query) {
          const slice = await reader.list(query);
          return { ...slice, items: slice.items.toReversed() };
        },
      })),
  },
  {
    rule: 'DQ4',
    fault: 'the target is not asked for',
    breakStorage: (sound) =>
      changeDeliveryReader(sound, (reader) => ({ list: ({ target: _, ...query }) => reader.list(query) })),
  },
  {
    rule: 'DQ5',
    fault: 'what a worker has does not end',
    breakStorage: (sound) =>
      changeQueue(sound, (queue) => ({
        complete: async (claimed, progress) => {
          const outcome = await queue.complete(claimed, progress);
          return outcome === 'lost' ? 'completed' : outcome;
        },
      })),
  },
  {
    rule: 'DQ5',
    fault: 'nothing is ended',
    breakStorage: (sound) => changeStore(sound, () => ({ endPending: async () => undefined })),
  },
  {
    rule: 'DQ6',
    fault: 'bodies stay',
    breakStorage: (sound) => changeStore(sound, () => ({ eraseOfCustomer: async () => undefined })),
  },
  {
    rule: 'DQ19',
    fault: 'bodies stay',
    breakStorage: (sound) => changeStore(sound, () => ({ eraseOfBot: async () => undefined })),
  },
  {
    rule: 'DQ7',
    fault: 'what is due later is leased too',
    breakStorage: (sound) => changeClaim(sound, (request) => ({ ...request, now: request.now + 1 })),
  },
  {
    rule: 'DQ7',
    fault: 'the limit is not kept',
    breakStorage: (sound) => changeClaim(sound, (request) => ({ ...request, limit: request.limit + 1 })),
  },
  {
    rule: 'DQ8',
    fault: 'a lease keeps nobody out',
    breakStorage: (sound) => changeClaim(sound, (request) => ({ ...request, leaseUntil: 0 })),
  },
  {
    rule: 'DQ8',
    fault: 'a lease lasts for ever',
    breakStorage: (sound) => changeClaim(sound, (request) => ({ ...request, leaseUntil: Number.MAX_SAFE_INTEGER })),
  },
  {
    rule: 'DQ9',
    fault: 'the cap is of a claim, not of a target',
    breakStorage: (sound) => changeClaim(sound, (request) => ({ ...request, perTarget: request.perTarget + 1 })),
  },
  {
    rule: 'DQ10',
    fault: 'who waits longest in the queue is served first',
    breakStorage(sound) {
      return changeQueue(sound, (queue) => ({
        async claim(request) {
          const all = await queue.claim({ ...request, limit: 1_000 });
          const kept = all.toSorted((a, b) => dueAtOf(a) - dueAtOf(b)).slice(0, request.limit);
          const rest = all.filter((each) => !kept.includes(each)).map(({ id }) => id);
          await queue.release(request.worker, rest);
          return kept;
        },
      }));
    },
  },
  {
    rule: 'DQ11',
    fault: 'the one due last goes first',
    breakStorage: (sound) =>
      changeQueue(sound, (queue) => ({ claim: async (request) => (await queue.claim(request)).toReversed() })),
  },
  {
    rule: 'DQ12',
    fault: 'nothing is renewed',
    breakStorage: (sound) => changeQueue(sound, () => ({ renew: async () => undefined })),
  },
  {
    rule: 'DQ12',
    fault: 'renewing takes the leases of others',
    breakStorage(sound) {
      const workers = new Set<string>();
      return changeQueue(sound, (queue) => ({
        claim(request) {
          workers.add(request.worker);
          return queue.claim(request);
        },
        async renew({ leaseUntil }) {
          for (const worker of workers) await queue.renew({ worker, leaseUntil });
        },
      }));
    },
  },
  {
    rule: 'DQ13',
    fault: 'whoever completes is taken for the holder',
    breakStorage(sound) {
      let holder = '';
      return changeQueue(sound, (queue) => ({
        claim(request) {
          holder = request.worker;
          return queue.claim(request);
        },
        complete: (claimed, progress) => queue.complete({ ...claimed, worker: holder }, progress),
      }));
    },
  },
  {
    rule: 'DQ13',
    fault: 'the log is not written',
    breakStorage: (sound) =>
      changeQueue(sound, (queue) => ({
        complete: (claimed, progress) => queue.complete(claimed, { ...progress, attempts: [] }),
      })),
  },
  {
    rule: 'DQ14',
    fault: 'nothing is released',
    breakStorage: (sound) => changeQueue(sound, () => ({ release: async () => undefined })),
  },
  {
    rule: 'DQ14',
    fault: 'all are released where some are named',
    breakStorage: (sound) => changeQueue(sound, (queue) => ({ release: (worker) => queue.release(worker) })),
  },
  {
    rule: 'DQ15',
    fault: 'nothing is recovered',
    breakStorage: (sound) => changeQueue(sound, () => ({ recover: async () => undefined })),
  },
  {
    rule: 'DQ16',
    fault: 'targets at their cap are counted in',
    breakStorage: (sound) =>
      changeQueue(sound, (queue) => ({
        nextDueAt: (bounds) => queue.nextDueAt({ ...bounds, perTarget: 1_000 }),
      })),
  },
  {
    rule: 'DQ16',
    fault: 'there is always something due',
    breakStorage: (sound) => changeQueue(sound, () => ({ nextDueAt: async () => 0 })),
  },
  {
    rule: 'DQ16',
    fault: 'brands that have their share are counted in',
    breakStorage: (sound) =>
      changeQueue(sound, (queue) => ({ nextDueAt: (bounds) => queue.nextDueAt({ ...bounds, slots: 1_000 }) })),
  },
  {
    rule: 'DQ20',
    fault: 'a brand may have every slot',
    breakStorage: (sound) => changeClaim(sound, (request) => ({ ...request, slots: 1_000 })),
  },
  {
    rule: 'DQ20',
    fault: 'nobody looks who has slots already',
    breakStorage: (sound) => changeClaim(sound, ({ held: _, ...request }) => request),
  },
  {
    rule: 'DQ21',
    fault: 'a body goes with the first delivery that had it',
    breakStorage(sound) {
      const given = new Map<string, readonly string[]>();
      return changeDeliveryReader(
        changeStore(sound, (store) => ({
          add(deliveries) {
            const bodies = Map.groupBy(deliveries, ({ body }) => body);
            for (const sharing of bodies.values())
              for (const { id } of sharing)
                given.set(
                  id,
                  sharing.map((each) => each.id),
                );
            return store.add(deliveries);
          },
        })),
        (reader) => ({
          async findBody(id) {
            const first = given.get(id)?.[0] ?? id;
            return (await reader.find(first)) === undefined ? undefined : reader.findBody(id);
          },
        }),
      );
    },
  },
  {
    rule: 'DQ21',
    fault: 'equal bodies of other customers are erased too',
    breakStorage(sound) {
      const bodies = new Map<string, NewDelivery>();
      return changeDeliveryReader(
        changeAdd(sound, (each) => {
          bodies.set(each.id, each);
          return each;
        }),
        (reader) => ({
          async findBody(id) {
            for (const other of bodies.values()) {
              if (other.body !== bodies.get(id)?.body || other.id === id) continue;
              if ((await reader.find(other.id)) !== undefined && (await reader.findBody(other.id)) === undefined)
                return undefined;
            }
            return reader.findBody(id);
          },
        }),
      );
    },
  },
  {
    rule: 'DQ22',
    fault: 'bodies have no bound',
    breakStorage: (sound) => changeClaim(sound, (request) => ({ ...request, bodyBytes: 1_000_000 })),
  },
  {
    rule: 'DQ22',
    fault: 'a body that several share counts for each',
    breakStorage: (sound) =>
      changeAdd(sound, (each) => ({
        ...each,
        body: `${each.body}${' '.repeat(Number.parseInt(each.id.slice(-4), 16))}`,
      })),
  },
  {
    rule: 'DQ22',
    fault: 'a body that is too large is never let through',
    breakStorage: (sound) =>
      changeQueue(sound, (queue) => ({
        async claim(request) {
          const claimed = await queue.claim(request);
          const isSmall = ({ body }: { readonly body: string }) => Buffer.byteLength(body) <= request.bodyBytes;
          await queue.release(
            request.worker,
            claimed.filter((each) => !isSmall(each)).map(({ id }) => id),
          );
          return claimed.filter(isSmall);
        },
      })),
  },
  {
    rule: 'DQ17',
    fault: 'pruning has no bound',
    breakStorage: (sound) =>
      changeQueue(sound, (queue) => ({ prune: (finishedBefore) => queue.prune(finishedBefore, 1_000) })),
  },
  {
    rule: 'DQ17',
    fault: 'what finished at that moment is pruned too',
    breakStorage: (sound) =>
      changeQueue(sound, (queue) => ({ prune: (finishedBefore, limit) => queue.prune(finishedBefore + 1, limit) })),
  },
];

function dueAtOf({ progress }: { readonly progress: { readonly state: string; readonly dueAt?: number } }): number {
  return progress.dueAt ?? 0;
}

function changeQueue(sound: Storage, change: (queue: DeliveryQueue) => Partial<DeliveryQueue>): Storage {
  return { ...sound, deliveryQueue: { ...sound.deliveryQueue, ...change(sound.deliveryQueue) } };
}

function changeClaim(sound: Storage, change: (request: ClaimRequest) => ClaimRequest): Storage {
  return changeQueue(sound, (queue) => ({ claim: (request) => queue.claim(change(request)) }));
}

function changeStore(sound: Storage, change: (store: DeliveryStore) => Partial<DeliveryStore>): Storage {
  return changeTransaction(sound, (tx) => ({ deliveries: { ...tx.deliveries, ...change(tx.deliveries) } }));
}

function changeAdd(sound: Storage, change: (delivery: NewDelivery) => NewDelivery): Storage {
  return changeStore(sound, (store) => ({ add: (given) => store.add(given.map(change)) }));
}

function changeDeliveryReader(sound: Storage, change: (reader: DeliveryReader) => Partial<DeliveryReader>): Storage {
  return changeReader(sound, (reader) => ({ deliveries: { ...reader.deliveries, ...change(reader.deliveries) } }));
}
