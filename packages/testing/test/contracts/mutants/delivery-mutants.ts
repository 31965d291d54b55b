import type { ClaimRequest, DeliveryQueue, DeliveryRecord, NewDelivery, Storage } from '@botwright/core/ports';
import { ask } from '../../../src/contracts/records/samples.ts';
import { changeAnswers, changeBatch, changeOperation, changePart, changeRequests, type Mutant } from './mutant.ts';

export const deliveryMutants: readonly Mutant[] = [
  {
    rule: 'DQ1',
    fault: 'the JSON of bodies is written in another form',
    breakStorage: (sound) => changeAdd(sound, (each) => ({ ...each, body: JSON.stringify(JSON.parse(each.body)) })),
  },
  {
    rule: 'DQ1',
    fault: 'deliveries are found by any brand',
    breakStorage: (sound) => ({ ...sound, read: (_, requests) => sound.read({ brand: 'acme' }, requests) }),
  },
  {
    rule: 'DQ2',
    fault: 'deliveries are added also by a batch that conflicts',
    breakStorage: (sound) => ({
      ...sound,
      async commit(scope, batch) {
        const outcome = await sound.commit(scope, batch);
        const operations = batch.operations.filter((each) => each.do === 'addDeliveries');
        if (outcome.kind === 'conflict') await sound.commit(scope, { conditions: [], operations });
        return outcome;
      },
    }),
  },
  {
    rule: 'DQ2',
    fault: 'a batch stores its records, and not its deliveries',
    breakStorage: (sound) => changeOperation(sound, 'addDeliveries', () => undefined),
  },
  {
    rule: 'DQ2',
    fault: 'the deliveries of a batch are added one after the other',
    breakStorage: (sound) => ({
      ...sound,
      async commit(scope, { conditions, operations }) {
        const outcome = await sound.commit(scope, { conditions, operations: operations.slice(0, 1) });
        for (const each of outcome.kind === 'committed' ? operations.slice(1) : []) {
          await sound.commit(scope, { conditions: [], operations: [each] });
        }
        return outcome;
      },
    }),
  },
  {
    rule: 'DQ3',
    fault: 'a delivery with a known id is ignored',
    breakStorage: (sound) =>
      changeBatch(sound, async (batch, scope) => {
        const operations = batch.operations.map(async (each) => {
          if (each.do !== 'addDeliveries') return each;
          const known = await sound.read(
            scope,
            each.deliveries.map(({ id }) => ({ do: 'delivery', id })),
          );
          return { ...each, deliveries: each.deliveries.filter((_, index) => known[index] === undefined) };
        });
        return { ...batch, operations: await Promise.all(operations) };
      }),
  },
  {
    rule: 'DQ4',
    fault: 'the oldest come first',
    breakStorage: (sound) =>
      changeAnswers(sound, (answer, request) => {
        if (request.do !== 'deliveries') return answer;
        const slice = answer as { readonly items: readonly unknown[] };
        return { ...slice, items: slice.items.toReversed() };
      }),
  },
  {
    rule: 'DQ4',
    fault: 'lists ignore the target',
    breakStorage: (sound) =>
      changeRequests(sound, (request) => {
        if (request.do !== 'deliveries') return request;
        const { target: _, ...query } = request.query;
        return { ...request, query };
      }),
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
    breakStorage: (sound) => changeOperation(sound, 'endDeliveries', () => undefined),
  },
  {
    rule: 'DQ5',
    fault: 'deliveries end also when the batch conflicts',
    breakStorage: (sound) => ({
      ...sound,
      async commit(scope, batch) {
        const outcome = await sound.commit(scope, batch);
        const operations = batch.operations.filter((each) => each.do === 'endDeliveries');
        if (outcome.kind === 'conflict') await sound.commit(scope, { conditions: [], operations });
        return outcome;
      },
    }),
  },
  {
    rule: 'DQ5',
    fault: 'a batch ends deliveries after all that it adds',
    breakStorage: (sound) =>
      changeBatch(sound, (batch) => ({
        ...batch,
        operations: batch.operations.toSorted(
          (a, b) => Number(a.do === 'endDeliveries') - Number(b.do === 'endDeliveries'),
        ),
      })),
  },
  {
    rule: 'DQ6',
    fault: 'the bodies of a customer stay',
    breakStorage: (sound) => keepingBodies(sound, 'customer'),
  },
  {
    rule: 'DQ6',
    fault: 'the records of a deleted customer go',
    breakStorage(sound) {
      const deleted = new Set<unknown>();
      return changeAnswers(
        changeOperation(sound, 'delete', (each) => {
          deleted.add(each.key[0]);
          return each;
        }),
        (answer, request) =>
          request.do === 'delivery' && deleted.has((answer as DeliveryRecord | undefined)?.customerNumber)
            ? undefined
            : answer,
      );
    },
  },
  {
    rule: 'DQ19',
    fault: 'the bodies of a bot stay',
    breakStorage: (sound) => keepingBodies(sound, 'bot'),
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
          const stored = await ask<DeliveryRecord>(sound, { do: 'delivery', id: claimed.id }, { brand: claimed.brand });
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
      const firstOf = new Map<string, string>();
      const storage = changeOperation(sound, 'addDeliveries', (each) => {
        for (const sharing of Map.groupBy(each.deliveries, ({ body }) => body).values()) {
          for (const { id } of sharing) firstOf.set(id, sharing[0]?.id ?? id);
        }
        return each;
      });
      return changeAnswers(storage, async (answer, request, scope) => {
        if (request.do !== 'deliveryBody') return answer;
        const first = await ask(sound, { do: 'delivery', id: firstOf.get(request.id) ?? request.id }, scope);
        return first === undefined ? undefined : answer;
      });
    },
  },
  {
    rule: 'DQ21',
    fault: 'equal bodies of other customers are erased too',
    breakStorage(sound) {
      const given = new Map<string, NewDelivery>();
      const storage = changeAdd(sound, (each) => {
        given.set(each.id, each);
        return each;
      });
      return changeAnswers(storage, async (answer, request, scope) => {
        if (request.do !== 'deliveryBody') return answer;
        for (const { id, body } of given.values()) {
          if (body !== given.get(request.id)?.body || id === request.id) continue;
          const [record, found] = await sound.read(scope, [
            { do: 'delivery', id },
            { do: 'deliveryBody', id },
          ]);
          if (record !== undefined && found === undefined) return undefined;
        }
        return answer;
      });
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
    rule: 'DQ28',
    fault: 'no delivery is held back',
    breakStorage: (sound) => changeAdd(sound, ({ ordered: _, ...each }) => each),
  },
  {
    rule: 'DQ28',
    fault: 'every delivery is ordered',
    breakStorage: (sound) => changeAdd(sound, (each) => ({ ...each, ordered: true })),
  },
  {
    rule: 'DQ28',
    fault: 'an ordered delivery waits for those of other customers',
    breakStorage: (sound) => changeClaim(sound, (request) => ({ ...request, perTarget: 1 })),
  },
  {
    rule: 'DQ28',
    fault: 'a retry lets the next delivery go first',
    breakStorage: (sound) =>
      changeQueue(sound, (queue) => ({
        complete: (claimed, progress) =>
          queue.complete(
            claimed,
            progress.state === 'pending' ? { ...progress, state: 'delivered', finishedAt: progress.dueAt } : progress,
          ),
      })),
  },
  {
    rule: 'DQ29',
    fault: 'a delivery that was given up still holds back the next',
    breakStorage: (sound) =>
      changeQueue(sound, (queue) => ({
        complete: async (claimed, progress) =>
          progress.state === 'dead' ? 'completed' : queue.complete(claimed, progress),
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
  return changePart(sound, 'deliveryQueue', change);
}

function changeClaim(sound: Storage, change: (request: ClaimRequest) => ClaimRequest): Storage {
  return changeQueue(sound, (queue) => ({ claim: (request) => queue.claim(change(request)) }));
}

function changeAdd(sound: Storage, change: (delivery: NewDelivery) => NewDelivery): Storage {
  return changeOperation(sound, 'addDeliveries', (each) => ({ ...each, deliveries: each.deliveries.map(change) }));
}

/** Ends deliveries, and leaves their bodies. */
function keepingBodies(sound: Storage, of: 'customer' | 'bot'): Storage {
  const bodies = new Map<string, string>();
  let isErased = false;
  const storage = changeOperation(
    changeAdd(sound, (each) => {
      bodies.set(each.id, each.body);
      return each;
    }),
    'endDeliveries',
    (each) => {
      isErased ||= of in each.of;
      return each;
    },
  );
  return changeAnswers(storage, (answer, request) =>
    request.do === 'deliveryBody' && isErased ? (answer ?? bodies.get(request.id)) : answer,
  );
}
