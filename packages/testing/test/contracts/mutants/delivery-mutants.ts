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
    fault: 'the JSON of bodies is written in another form',
    breakStorage: (sound) => changeAdd(sound, (each) => ({ ...each, body: JSON.stringify(JSON.parse(each.body)) })),
  },
  {
    rule: 'DQ1',
    fault: 'deliveries are found by any brand',
    breakStorage: (sound) => ({ ...sound, reader: () => sound.reader('acme') }),
  },
  {
    rule: 'DQ2',
    fault: 'deliveries are added after the commit',
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
    fault: 'a delivery with a known id is ignored',
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
    fault: 'lists ignore the target',
    breakStorage: (sound) =>
      changeDeliveryReader(sound, (reader) => ({ list: ({ target: _, ...query }) => reader.list(query) })),
  },
  {
    rule: 'DQ5',
    fault: 'deliveries that a worker leases do not end',
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
    fault: 'deliveries that are due later are leased too',
    breakStorage: (sound) => changeClaim(sound, (request) => ({ ...request, now: request.now + 1 })),
  },
  {
    rule: 'DQ7',
    fault: 'the limit is ignored',
    breakStorage: (sound) => changeClaim(sound, (request) => ({ ...request, limit: request.limit + 1 })),
  },
  {
    rule: 'DQ8',
    fault: 'a lease excludes no other worker',
    breakStorage: (sound) => changeClaim(sound, (request) => ({ ...request, leaseUntil: 0 })),
  },
  {
    rule: 'DQ8',
    fault: 'a lease lasts for ever',
    breakStorage: (sound) => changeClaim(sound, (request) => ({ ...request, leaseUntil: Number.MAX_SAFE_INTEGER })),
  },
  {
    rule: 'DQ9',
    fault: 'a target gets one slot too many',
    breakStorage: (sound) => changeClaim(sound, (request) => ({ ...request, perTarget: request.perTarget + 1 })),
  },
  {
    rule: 'DQ10',
    fault: 'the delivery that is due first goes first, whatever its target',
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
    fault: 'the delivery that is due last goes first',
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
    fault: 'renewing extends the leases of other workers',
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
    rule: 'DQ23',
    fault: 'a claim stores results after it has leased',
    breakStorage: (sound) =>
      changeQueue(sound, (queue) => ({
        async claim({ ended = [], ...request }) {
          const claimed = await queue.claim(request);
          const { worker } = request;
          for (const { brand, id, progress } of ended) await queue.complete({ brand, id, worker }, progress);
          return claimed;
        },
      })),
  },
  {
    rule: 'DQ23',
    fault: 'a claim drops results',
    breakStorage: (sound) =>
      changeQueue(sound, (queue) => ({ claim: ({ ended: _, ...request }) => queue.claim(request) })),
  },
  {
    rule: 'DQ13',
    fault: 'any worker may complete',
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
    rule: 'DQ26',
    fault: 'nobody hears of leases that were over',
    breakStorage: (sound) =>
      changeQueue(sound, (queue) => ({
        claim: ({ onLeasesEnded: _, ...request }) => queue.claim(request),
      })),
  },
  {
    rule: 'DQ25',
    fault: 'a result counts its attempts from another log',
    breakStorage: (sound) =>
      changeQueue(sound, (queue) => ({
        async complete(claimed, progress) {
          const stored = await sound.reader(claimed.brand).deliveries.find(claimed.id);
          const before = stored?.progress.attempts ?? [];
          return queue.complete(claimed, {
            ...progress,
            attempts: [...before, ...progress.attempts.slice(before.length)],
          });
        },
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
    fault: 'targets without a free slot count for the next moment',
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
    fault: 'brands without a free slot count for the next moment',
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
    fault: 'slots that brands already have are ignored',
    breakStorage: (sound) => changeClaim(sound, ({ held: _, ...request }) => request),
  },
  {
    rule: 'DQ21',
    fault: 'a shared body is removed with the first delivery that has it',
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
    fault: 'a body larger than the bound is never claimed',
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
    fault: 'deliveries that finished at the moment given are pruned too',
    breakStorage: (sound) =>
      changeQueue(sound, (queue) => ({ prune: (finishedBefore, limit) => queue.prune(finishedBefore + 1, limit) })),
  },
  {
    rule: 'DQ24',
    fault: 'the depth names every brand',
    breakStorage: (sound) => changeQueue(sound, (queue) => ({ depth: () => queue.depth(99) })),
  },
  {
    rule: 'DQ24',
    fault: 'the depth leaves out what is under lease',
    breakStorage: (sound) =>
      changeQueue(sound, (queue) => ({
        async depth(brands) {
          const found = await queue.depth(brands);
          return { ...found, brands: found.brands.filter(({ oldestDueAt }) => oldestDueAt !== undefined) };
        },
      })),
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
