import type { BrandTransaction, ConversationQueue, ConversationStore, InboxItem, Storage } from '@botwright/core/ports';
import { changeReader, changeTransaction, type Mutant } from './mutant.ts';

export const conversationMutants: readonly Mutant[] = [
  {
    rule: 'CQ21',
    fault: 'an entry for a worker leases nothing',
    breakStorage: (sound) =>
      changeConversations(sound, ({ push }) => ({ push: (customer, item, at) => push(customer, item, at) })),
  },
  {
    rule: 'CQ21',
    fault: 'an entry for a worker is said to lease a customer who has work',
    breakStorage: (sound) =>
      changeConversations(sound, ({ push }) => ({
        async push(customer, item, at, holder) {
          await push(customer, item, at, holder);
          return holder !== undefined;
        },
      })),
  },
  {
    rule: 'CQ21',
    fault: 'a lease that came with an entry ends at once',
    breakStorage: (sound) =>
      changeConversations(sound, ({ push }) => ({
        push: (customer, item, at, holder) => push(customer, item, at, holder && { ...holder, leaseUntil: 1 }),
      })),
  },
  {
    rule: 'CQ1',
    fault: 'a dropped entry stays',
    breakStorage: (sound) => changeConversations(sound, () => ({ drop: async () => undefined })),
  },
  {
    rule: 'CQ1',
    fault: 'a payload gets lost',
    breakStorage: (sound) =>
      changeConversations(sound, (conversations) => ({
        push(customer, item, ...rest) {
          const { kind } = item;
          const message = { type: 'text', text: '' } as const;
          return conversations.push(customer, kind === 'message' ? { kind, message } : item, ...rest);
        },
      })),
  },
  {
    rule: 'CQ2',
    fault: 'dropped entries are gone also after a rollback',
    breakStorage: (sound) => ({
      ...sound,
      transaction(brand, work) {
        const dropped: [number, number][] = [];
        const run = sound.transaction(brand, (tx) =>
          work(
            withConversations(tx, ({ drop }) => ({
              drop(...args) {
                dropped.push(args);
                return drop(...args);
              },
            })),
          ),
        );
        return run.catch(async (error: unknown) => {
          await sound.transaction(brand, async (tx) => {
            for (const [customer, entry] of dropped) {
              await tx.customers.lock(customer);
              await tx.conversations.drop(customer, entry);
            }
          });
          throw error;
        });
      },
    }),
  },
  {
    rule: 'CQ3',
    fault: 'effects stay when a state without effects is put',
    breakStorage: (sound) =>
      changeConversations(sound, ({ find, put }) => ({
        async put(record) {
          const before = await find(record.customerNumber);
          await put({ ...before, ...record });
        },
      })),
  },
  {
    rule: 'CQ3',
    fault: 'the JSON of a state is written in another form',
    breakStorage: (sound) =>
      changeConversations(sound, ({ put }) => ({
        put: (record) => put({ ...record, stateJson: JSON.stringify(JSON.parse(record.stateJson)) }),
      })),
  },
  {
    rule: 'CQ5',
    fault: 'a claim does not look for effects',
    breakStorage: (sound) =>
      changeConversations(sound, ({ put }) => ({
        put: ({ customerNumber, stateJson }) => put({ customerNumber, stateJson }),
      })),
  },
  {
    rule: 'CQ5',
    fault: 'a customer without work is claimed',
    breakStorage: (sound) => changeConversations(sound, () => ({ drop: async () => undefined })),
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
        release: (brand, customer, worker) => release(brand, customer, worker),
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
        release: (brand, customer, _worker, notBefore) => release(brand, customer, holder, notBefore),
      }));
    },
  },
  {
    rule: 'CQ10',
    fault: 'every worker has every lease',
    breakStorage: (sound) =>
      changeConversations(sound, ({ load }) => ({ load: async (...args) => (await load(...args)) ?? {} })),
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
    fault: 'the state of a destroyed customer stays',
    breakStorage(sound) {
      const states = new Map<number, Awaited<ReturnType<ConversationStore['find']>>>();
      return {
        ...changeConversations(sound, ({ put }) => ({
          async put(record) {
            states.set(record.customerNumber, record);
            await put(record);
          },
        })),
        reader(brand) {
          const reader = sound.reader(brand);
          const find = async (customer: number) => states.get(customer) ?? reader.conversations.find(customer);
          return { ...reader, conversations: { ...reader.conversations, find } };
        },
      };
    },
  },
  {
    rule: 'CQ20',
    fault: 'the newest entry is read first',
    breakStorage(sound) {
      const pushed = new Map<number, InboxItem>();
      const storage = changeConversations(sound, ({ push }) => ({
        push(customer, item, at) {
          pushed.set(customer, item);
          return push(customer, item, at);
        },
      }));
      return changeReader(storage, ({ conversations }) => ({
        conversations: {
          ...conversations,
          async next(customer) {
            const found = await conversations.next(customer);
            return found && { ...found, item: pushed.get(customer) ?? found.item };
          },
        },
      }));
    },
  },
  {
    rule: 'CQ20',
    fault: 'an entry of another brand is read',
    breakStorage: (sound) =>
      changeReader(sound, ({ conversations }) => ({
        conversations: { ...conversations, next: (customer) => sound.reader('acme').conversations.next(customer) },
      })),
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
      changeQueue(sound, ({ claim, enterStep }) => ({
        async claim(request) {
          const claimed = await claim(request);
          for (const each of claimed) await enterStep(each, request.worker);
          return claimed;
        },
      })),
  },
  {
    rule: 'CQ16',
    fault: 'a death inside a step is not counted',
    breakStorage: (sound) => changeQueue(sound, () => ({ enterStep: async () => true })),
  },
  {
    rule: 'CQ16',
    fault: 'leaving a step has no effect',
    breakStorage: (sound) => changeQueue(sound, () => ({ leaveStep: async () => undefined })),
  },
  {
    rule: 'CQ16',
    fault: 'deaths are never cleared',
    breakStorage: (sound) => changeConversations(sound, () => ({ clearDeaths: async () => undefined })),
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
    fault: 'no customer is released',
    breakStorage: (sound) =>
      changeConversations(sound, ({ put, drop }) => ({
        async endStep(customer, _worker, { record, entry }) {
          if (record !== undefined) await put(record);
          if (entry !== undefined) await drop(customer, entry);
          return false;
        },
      })),
  },
  {
    rule: 'CQ19',
    fault: 'the state that a step ends with is not stored',
    breakStorage: (sound) =>
      changeConversations(sound, ({ endStep }) => ({
        endStep: (customer, worker, { record: _, ...step }) => endStep(customer, worker, step),
      })),
  },
  {
    rule: 'CQ19',
    fault: 'what a step has handled stays in the inbox',
    breakStorage: (sound) =>
      changeConversations(sound, ({ endStep }) => ({
        endStep: (customer, worker, { entry: _, ...step }) => endStep(customer, worker, step),
      })),
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
      return changeConversations(storage, ({ endStep }) => ({
        endStep: (customer, _worker, step) => endStep(customer, holder, step),
      }));
    },
  },
  {
    rule: 'CQ19',
    fault: 'a customer with work left counts as released',
    breakStorage: (sound) =>
      changeConversations(sound, ({ endStep }) => ({
        async endStep(...args) {
          await endStep(...args);
          return true;
        },
      })),
  },
  {
    rule: 'CQ19',
    fault: 'a customer is released before its transaction commits',
    breakStorage: (sound) => ({
      ...sound,
      async transaction(brand, work) {
        const finished: [number, string][] = [];
        const run = sound.transaction(brand, (tx) =>
          work(
            withConversations(tx, ({ endStep }) => ({
              async endStep(customer, worker, step) {
                const isFinished = await endStep(customer, worker, step);
                if (isFinished) finished.push([customer, worker]);
                return isFinished;
              },
            })),
          ),
        );
        return run.finally(async () => {
          for (const [customer, worker] of finished) await sound.conversationQueue.release(brand, customer, worker);
        });
      },
    }),
  },
];

type ChangeOf<T> = (sound: T) => Partial<T>;

function withConversations(tx: BrandTransaction, change: ChangeOf<ConversationStore>): BrandTransaction {
  return { ...tx, conversations: { ...tx.conversations, ...change(tx.conversations) } };
}

function changeConversations(sound: Storage, change: ChangeOf<ConversationStore>): Storage {
  return changeTransaction(sound, (tx) => withConversations(tx, change));
}

function changeQueue(sound: Storage, change: ChangeOf<ConversationQueue>): Storage {
  return { ...sound, conversationQueue: { ...sound.conversationQueue, ...change(sound.conversationQueue) } };
}
