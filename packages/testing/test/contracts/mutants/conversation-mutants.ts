import type { ConversationQueue, InboxEntry, Storage } from '@botwright/core/ports';
import { changeAnswers, changeBatch, changeOperation, changePart, type Mutant } from './mutant.ts';

export const conversationMutants: readonly Mutant[] = [
  {
    rule: 'CQ21',
    fault: 'an entry for a worker leases nothing',
    breakStorage: (sound) => changeOperation(sound, 'enqueue', ({ holder: _, ...each }) => each),
  },
  {
    rule: 'CQ21',
    fault: 'an entry for a worker is said to lease a customer who has work',
    breakStorage: (sound) => ({
      ...sound,
      async commit(scope, batch) {
        const outcome = await sound.commit(scope, batch);
        const isFor = batch.operations.some((each) => each.do === 'enqueue' && each.holder !== undefined);
        return outcome.kind === 'committed' && isFor ? { ...outcome, isLeased: true } : outcome;
      },
    }),
  },
  {
    rule: 'CQ21',
    fault: 'a lease that came with an entry ends at once',
    breakStorage: (sound) =>
      changeOperation(sound, 'enqueue', ({ holder, ...each }) => ({
        ...each,
        ...(holder && { holder: { ...holder, leaseUntil: 1 } }),
      })),
  },
  {
    rule: 'CQ1',
    fault: 'a settlement drops no entry',
    breakStorage: (sound) => changeOperation(sound, 'settle', ({ entry: _, ...each }) => each),
  },
  {
    rule: 'CQ1',
    fault: 'a settlement drops the first entry, whatever its number is',
    breakStorage: (sound) =>
      changeBatch(sound, async (batch, scope) => {
        const operations = batch.operations.map(async (each) => {
          if (each.do !== 'settle' || each.entry === undefined) return each;
          const [entry] = (await sound.read(scope, [{ do: 'inbox', customer: each.customer }])) as [InboxEntry?];
          return entry === undefined ? each : { ...each, entry: entry.number };
        });
        return { ...batch, operations: await Promise.all(operations) };
      }),
  },
  {
    rule: 'CQ1',
    fault: 'a payload gets lost',
    breakStorage: (sound) =>
      changeOperation(sound, 'enqueue', (each) =>
        each.item.kind === 'message'
          ? { ...each, item: { kind: 'message', message: { type: 'text', text: '' } } }
          : each,
      ),
  },
  {
    rule: 'CQ2',
    fault: 'entries are added and dropped also by a batch that conflicts',
    breakStorage: (sound) => ({
      ...sound,
      async commit(scope, batch) {
        const outcome = await sound.commit(scope, batch);
        if (outcome.kind !== 'conflict') return outcome;
        const operations = batch.operations.filter((each) => each.do === 'enqueue' || each.do === 'settle');
        await sound.commit(scope, { conditions: [], operations });
        return outcome;
      },
    }),
  },
  {
    rule: 'CQ2',
    fault: 'a batch stores its records, and not what it adds to inboxes',
    breakStorage: (sound) => changeOperation(sound, 'enqueue', () => undefined),
  },
  {
    rule: 'CQ4',
    fault: 'an entry for an absent customer is accepted and lost',
    breakStorage: (sound) =>
      changeBatch(sound, async (batch, scope) => {
        const known = await Promise.all(
          batch.operations.map(async (each) => {
            if (each.do !== 'enqueue') return true;
            const [found] = await sound.read(scope, [{ do: 'get', kind: 'customer', key: [each.customer] }]);
            return found !== undefined;
          }),
        );
        return { ...batch, operations: batch.operations.filter((_, index) => known[index]) };
      }),
  },
  {
    rule: 'CQ5',
    fault: 'a settlement forgets that effects wait',
    breakStorage: (sound) => changeOperation(sound, 'settle', ({ effects: _, ...each }) => each),
  },
  {
    rule: 'CQ5',
    fault: 'a settlement that names no effects ends those that wait',
    breakStorage: (sound) => changeOperation(sound, 'settle', (each) => ({ effects: false, ...each })),
  },
  {
    rule: 'CQ5',
    fault: 'effects in the record of a conversation wait',
    breakStorage: (sound) => ({
      ...sound,
      commit: (scope, batch) =>
        sound.commit(scope, {
          ...batch,
          operations: batch.operations.flatMap((each) =>
            each.do === 'put' && each.kind === 'conversation' && each.record['effectsJson'] !== undefined
              ? [each, { do: 'settle', customer: Number(each.record['customerNumber']), effects: true }]
              : [each],
          ),
        }),
    }),
  },
  {
    rule: 'CQ5',
    fault: 'a customer without work is claimed',
    breakStorage: (sound) => changeOperation(sound, 'settle', ({ entry: _, ...each }) => each),
  },
  {
    rule: 'CQ6',
    fault: 'a claim leases one customer too many',
    breakStorage: (sound) =>
      changeQueue(sound, ({ claim }) => ({ claim: (request) => claim({ ...request, limit: request.limit + 1 }) })),
  },
  {
    rule: 'CQ6',
    fault: 'the customer who came last goes first',
    breakStorage: (sound) =>
      changeQueue(sound, ({ claim }) => ({ claim: async (request) => (await claim(request)).toReversed() })),
  },
  {
    rule: 'CQ7',
    fault: 'a lease never ends',
    breakStorage: (sound) =>
      changeQueue(sound, ({ claim }) => ({
        claim: (request) => claim({ ...request, leaseUntil: Number.MAX_SAFE_INTEGER }),
      })),
  },
  {
    rule: 'CQ7',
    fault: 'a lease ends a moment early',
    breakStorage: (sound) =>
      changeQueue(sound, ({ claim }) => ({
        claim: (request) => claim({ ...request, leaseUntil: request.leaseUntil - 1 }),
      })),
  },
  {
    rule: 'CQ8',
    fault: 'nothing is renewed',
    breakStorage: (sound) => changeQueue(sound, () => ({ renew: async () => undefined })),
  },
  {
    rule: 'CQ8',
    fault: 'the leases of everybody are renewed',
    breakStorage(sound) {
      const workers = new Set<string>();
      return changeQueue(sound, ({ claim, renew }) => ({
        claim(request) {
          workers.add(request.worker);
          return claim(request);
        },
        async renew({ leaseUntil }) {
          for (const worker of workers) await renew({ worker, leaseUntil });
        },
      }));
    },
  },
  {
    rule: 'CQ9',
    fault: 'a release ignores the moment to wait for',
    breakStorage: (sound) =>
      changeQueue(sound, ({ release }) => ({
        release: (worker, conversations) => release(worker, conversations),
      })),
  },
  {
    rule: 'CQ9',
    fault: 'a release without names releases nothing',
    breakStorage: (sound) =>
      changeQueue(sound, ({ release }) => ({
        release: (worker, conversations = [], notBefore) => release(worker, conversations, notBefore),
      })),
  },
  {
    rule: 'CQ9',
    fault: 'anybody can release',
    breakStorage(sound) {
      let holder = '';
      return changeQueue(sound, ({ claim, release }) => ({
        claim(request) {
          holder = request.worker;
          return claim(request);
        },
        release: (_worker, conversations, notBefore) => release(holder, conversations, notBefore),
      }));
    },
  },
  {
    rule: 'CQ10',
    fault: 'every worker has every lease',
    breakStorage: (sound) => changeAnswers(sound, (answer, request) => (request.do === 'lease' ? true : answer)),
  },
  {
    rule: 'CQ10',
    fault: 'a batch ignores its conditions on leases',
    breakStorage: (sound) =>
      changeBatch(sound, (batch) => ({
        ...batch,
        conditions: batch.conditions.filter((condition) => !('lease' in condition)),
      })),
  },
  {
    rule: 'CQ10',
    fault: 'a condition on a lease holds for any worker that has it',
    breakStorage(sound) {
      let holder = '';
      const storage = changeQueue(sound, ({ claim }) => ({
        claim(request) {
          holder = request.worker;
          return claim(request);
        },
      }));
      return changeBatch(storage, (batch) => ({
        ...batch,
        conditions: batch.conditions.map((each) =>
          'lease' in each ? { lease: { ...each.lease, worker: holder } } : each,
        ),
      }));
    },
  },
  {
    rule: 'CQ11',
    fault: 'a customer is taken from another worker',
    breakStorage: (sound) =>
      changeQueue(sound, ({ take }) => ({
        async take(conversation, request) {
          const taken = await take(conversation, request);
          return taken === 'busy' ? { ...conversation, deaths: 0 } : taken;
        },
      })),
  },
  {
    rule: 'CQ12',
    fault: 'nothing is recovered',
    breakStorage: (sound) => changeQueue(sound, () => ({ recover: async () => undefined })),
  },
  {
    rule: 'CQ13',
    fault: 'the inbox of a deleted customer stays',
    breakStorage(sound) {
      const seen = new Map<number, unknown>();
      return changeAnswers(
        changeOperation(sound, 'enqueue', (each) => {
          seen.set(each.customer, { number: 1, item: each.item, at: each.at });
          return each;
        }),
        (answer, request) => (request.do === 'inbox' ? (answer ?? seen.get(request.customer)) : answer),
      );
    },
  },
  {
    rule: 'CQ13',
    fault: 'the lease of a deleted customer stays',
    breakStorage(sound) {
      const leased = new Set<number>();
      const storage = changeQueue(sound, ({ claim }) => ({
        async claim(request) {
          const claimed = await claim(request);
          for (const { customerNumber } of claimed) leased.add(customerNumber);
          return claimed;
        },
      }));
      return changeAnswers(storage, (answer, request) =>
        request.do === 'lease' ? answer === true || leased.has(request.customer) : answer,
      );
    },
  },
  {
    rule: 'CQ20',
    fault: 'the newest entry is read first',
    breakStorage(sound) {
      const added = new Map<number, InboxEntry['item']>();
      const storage = changeOperation(sound, 'enqueue', (each) => {
        added.set(each.customer, each.item);
        return each;
      });
      return changeAnswers(storage, (answer, request) =>
        request.do === 'inbox' && answer !== undefined
          ? { ...(answer as InboxEntry), item: added.get(request.customer) }
          : answer,
      );
    },
  },
  {
    rule: 'CQ20',
    fault: 'an entry of another brand is read',
    breakStorage: (sound) =>
      changeAnswers(sound, async (answer, request) =>
        request.do === 'inbox' ? (await sound.read({ brand: 'acme' }, [request]))[0] : answer,
      ),
  },
  {
    rule: 'CQ15',
    fault: 'deaths are not counted',
    breakStorage: (sound) =>
      changeQueue(sound, ({ claim }) => ({
        claim: async (request) => (await claim(request)).map((each) => ({ ...each, deaths: 0 })),
      })),
  },
  {
    rule: 'CQ15',
    fault: 'a claim counts as the beginning of a step',
    breakStorage: (sound) =>
      changeQueue(sound, ({ claim, mark }) => ({
        async claim(request) {
          const claimed = await claim(request);
          for (const each of claimed) await mark(each, request.worker, { isRunning: true });
          return claimed;
        },
      })),
  },
  {
    rule: 'CQ16',
    fault: 'a death inside a step is not counted',
    breakStorage: (sound) =>
      changeQueue(sound, ({ mark }) => ({
        mark: async (key, worker, given) => given.isRunning || mark(key, worker, given),
      })),
  },
  {
    rule: 'CQ16',
    fault: 'leaving a step has no effect',
    breakStorage: (sound) =>
      changeQueue(sound, ({ mark }) => ({
        mark: async (key, worker, given) => !given.isRunning || mark(key, worker, given),
      })),
  },
  {
    rule: 'CQ16',
    fault: 'deaths are never cleared',
    breakStorage: (sound) => changeOperation(sound, 'settle', ({ clearsDeaths: _, ...each }) => each),
  },
  {
    rule: 'CQ16',
    fault: 'a batch that conflicts clears deaths',
    breakStorage: (sound) => ({
      ...sound,
      async commit(scope, batch) {
        const outcome = await sound.commit(scope, batch);
        if (outcome.kind !== 'conflict') return outcome;
        const operations = batch.operations.filter((each) => each.do === 'settle');
        await sound.commit(scope, { conditions: [], operations });
        return outcome;
      },
    }),
  },
  {
    rule: 'CQ17',
    fault: 'slots that brands already have are ignored',
    breakStorage: (sound) =>
      changeQueue(sound, ({ claim }) => ({ claim: ({ held: _, ...request }) => claim(request) })),
  },
  {
    rule: 'CQ17',
    fault: 'every claim begins with the first brand',
    breakStorage: (sound) =>
      changeQueue(sound, ({ claim }) => ({ claim: ({ after: _, ...request }) => claim(request) })),
  },
  {
    rule: 'CQ18',
    fault: 'a claim for steps also claims effects',
    breakStorage: (sound) =>
      changeQueue(sound, ({ claim }) => ({
        claim: async (request) => [
          ...(await claim(request)),
          ...(request.work === 'step' ? await claim({ ...request, work: 'effects' }) : []),
        ],
      })),
  },
  {
    rule: 'CQ19',
    fault: 'a settlement keeps the lease',
    breakStorage: (sound) => changeOperation(sound, 'settle', ({ worker: _, ...each }) => each),
  },
  {
    rule: 'CQ19',
    fault: 'what a step has handled stays in the inbox',
    breakStorage: (sound) => changeOperation(sound, 'settle', ({ entry: _, ...each }) => each),
  },
  {
    rule: 'CQ19',
    fault: 'a worker releases what another one has leased',
    breakStorage(sound) {
      let holder = '';
      const storage = changeQueue(sound, ({ claim }) => ({
        claim(request) {
          holder = request.worker;
          return claim(request);
        },
      }));
      return changeOperation(storage, 'settle', (each) => ({ ...each, ...(each.worker && { worker: holder }) }));
    },
  },
  {
    rule: 'CQ19',
    fault: 'a customer with work left counts as released',
    breakStorage: (sound) => ({
      ...sound,
      async commit(scope, batch) {
        const outcome = await sound.commit(scope, batch);
        const isEnd = batch.operations.some((each) => each.do === 'settle' && each.worker !== undefined);
        return outcome.kind === 'committed' && isEnd ? { ...outcome, isFinished: true } : outcome;
      },
    }),
  },
  {
    rule: 'CQ19',
    fault: 'a customer is released also when its batch conflicts',
    breakStorage: (sound) => ({
      ...sound,
      async commit(scope, batch) {
        const outcome = await sound.commit(scope, batch);
        for (const each of outcome.kind === 'conflict' && scope !== 'store' ? batch.operations : []) {
          if (each.do !== 'settle' || each.worker === undefined || scope === 'store') continue;
          await sound.conversationQueue.release(each.worker, [{ brand: scope.brand, customerNumber: each.customer }]);
        }
        return outcome;
      },
    }),
  },
  {
    rule: 'CQ19',
    fault: 'settlements take effect after all other operations',
    breakStorage: (sound) =>
      changeBatch(sound, (batch) => ({
        ...batch,
        operations: batch.operations.toSorted((a, b) => Number(a.do === 'settle') - Number(b.do === 'settle')),
      })),
  },
];

function changeQueue(sound: Storage, change: (queue: ConversationQueue) => Partial<ConversationQueue>): Storage {
  return changePart(sound, 'conversationQueue', change);
}
