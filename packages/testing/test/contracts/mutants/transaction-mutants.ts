import type { BotRecord, BrandRecord, BrandTransaction, Storage } from '@botwright/core/ports';
import { aroundCalls, changeReader, changeTransaction, type Mutant } from './mutant.ts';

export const transactionMutants: readonly Mutant[] = [
  {
    rule: 'ST1',
    fault: 'every write is visible at once',
    breakStorage: (sound) => ({
      ...sound,
      transaction: (brand, work) => sound.transaction(brand, async (tx) => work(committingAtOnce(sound, brand, tx))),
    }),
  },
  {
    rule: 'ST2',
    fault: 'rejected work is committed',
    breakStorage: (sound) => ({
      ...sound,
      async transaction(brand, work) {
        const outcome = await sound.transaction(brand, async (tx) => {
          try {
            return { value: await work(tx) };
          } catch (error) {
            return { error };
          }
        });
        if ('error' in outcome) throw outcome.error;
        return outcome.value;
      },
    }),
  },
  {
    rule: 'ST2',
    fault: 'the error of rejected work is replaced by another',
    breakStorage: (sound) => ({
      ...sound,
      transaction: (brand, work) =>
        sound.transaction(brand, work).catch((error: Error) => {
          throw new Error(error.message);
        }),
    }),
  },
  {
    rule: 'ST3',
    fault: 'readers see an open transaction',
    breakStorage(sound) {
      const open = new Map<string, BrandTransaction>();
      const storage = changeReader(sound, (reader) => ({
        bots: {
          ...reader.bots,
          find: async (id) => ([...open.values()][0] ?? reader).bots.find(id).catch(() => reader.bots.find(id)),
        },
      }));
      return {
        ...storage,
        transaction: (brand, work) =>
          sound
            .transaction(brand, (tx) => {
              open.set(brand, tx);
              return work(tx);
            })
            .finally(() => open.delete(brand)),
      };
    },
  },
  {
    rule: 'ST3',
    fault: 'a transaction does not see its own writes',
    breakStorage: (sound) => ({
      ...sound,
      transaction: (brand, work) =>
        sound.transaction(brand, (tx) => work({ ...tx, bots: { ...tx.bots, find: sound.reader(brand).bots.find } })),
    }),
  },
  {
    rule: 'ST4',
    fault: 'calls after the end are swallowed',
    breakStorage: (sound) => ({
      ...sound,
      transaction(brand, work) {
        let hasEnded = false;
        const lenient = (tx: BrandTransaction) =>
          aroundCalls(tx, async (call) => (hasEnded ? call().catch(() => undefined) : call()));
        return sound
          .transaction(brand, (tx) => work(lenient(tx)))
          .finally(() => {
            hasEnded = true;
          });
      },
    }),
  },
  {
    rule: 'ST5',
    fault: 'one rejection rolls back what runs at the same time',
    breakStorage(sound) {
      let rejections = 0;
      return {
        ...sound,
        transaction(brand, work) {
          const before = rejections;
          const run = sound.transaction(brand, async (tx) => {
            const result = await work(tx);
            if (rejections > before) throw new Error('taken down');
            return result;
          });
          return run.catch((error: unknown) => {
            rejections += 1;
            throw error;
          });
        },
      };
    },
  },
  {
    rule: 'ST6',
    fault: 'a transaction returns nothing',
    breakStorage: (sound) => ({
      ...sound,
      transaction: <T>(brand: string, work: (tx: BrandTransaction) => Promise<T>) =>
        sound.transaction(brand, work).then(() => undefined as T),
    }),
  },
  {
    rule: 'ST7',
    fault: 'readers share one object for each bot',
    breakStorage(sound) {
      const shared = new Map<string, BotRecord>();
      const storage = changeReader(sound, (reader) => ({
        bots: {
          ...reader.bots,
          async find(id) {
            const known = shared.get(id);
            if (known !== undefined) return known;
            const bot = structuredClone(await reader.bots.find(id));
            if (bot !== undefined) shared.set(id, bot);
            return bot;
          },
        },
      }));
      return storage;
    },
  },
  {
    rule: 'ST7',
    fault: 'arguments are read after the call',
    breakStorage: (sound) =>
      changeTransaction(sound, (tx) => ({
        feedback: {
          ...tx.feedback,
          put: async (id, given) => Promise.resolve().then(() => tx.feedback.put(id, given)),
        },
      })),
  },
  {
    rule: 'ST8',
    fault: 'close does not wait',
    breakStorage: (sound) => ({
      ...sound,
      async close() {
        void sound.close();
      },
    }),
  },
  {
    rule: 'ST8',
    fault: 'reads go on after close',
    breakStorage(sound) {
      let isClosed = false;
      const storage = changeReader(sound, (reader) => ({
        bots: { ...reader.bots, find: async (id) => (isClosed ? undefined : reader.bots.find(id)) },
      }));
      return {
        ...storage,
        async close() {
          isClosed = true;
          await sound.close();
        },
      };
    },
  },
  {
    rule: 'ST9',
    fault: 'a store that forgets says that it is durable',
    breakStorage: (sound) => ({ ...sound, capabilities: { durable: true } }),
  },
  {
    rule: 'ST88',
    fault: 'a transaction says that it queued nothing',
    breakStorage: (sound) =>
      changeTransaction(sound, () => ({ queued: () => ({ deliveries: false, conversations: false }) })),
  },
  {
    rule: 'ST119',
    fault: 'the plan is that of the first look',
    breakStorage(sound) {
      const plans = new Map<string, Promise<BrandRecord['plan'] | undefined>>();
      return {
        ...sound,
        transaction: (brand, work) =>
          sound.transaction(brand, (tx) => {
            const plan = async () => {
              const first = plans.get(brand) ?? tx.settings.plan();
              plans.set(brand, first);
              return first;
            };
            return work({ ...tx, settings: { ...tx.settings, plan } });
          }),
      };
    },
  },
  {
    rule: 'ST118',
    fault: 'of two changes of a customer at the same time the first one stays',
    breakStorage: (sound) =>
      changeTransaction(sound, ({ customers }) => {
        let isFirst = true;
        return {
          customers: {
            ...customers,
            async update(number, change) {
              const turns = isFirst ? 100 : 0;
              isFirst = false;
              for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
              await customers.update(number, change);
            },
          },
        };
      }),
  },
  {
    rule: 'ST118',
    fault: 'a message that is inserted while another one is gets lost',
    breakStorage: (sound) =>
      changeTransaction(sound, ({ messages }) => {
        let running = 0;
        return {
          messages: {
            ...messages,
            async insert(customer, message) {
              running += 1;
              if (running === 1) await messages.insert(customer, message);
              running -= 1;
            },
          },
        };
      }),
  },
  {
    rule: 'ST90',
    fault: 'the revision of the settings stays',
    breakStorage: (sound) =>
      changeTransaction(sound, ({ settings }) => ({ settings: { ...settings, revision: async () => 1 } })),
  },
  {
    rule: 'ST90',
    fault: 'the revision of the settings rises with every transaction',
    breakStorage(sound) {
      let transactions = 0;
      return changeTransaction(sound, ({ settings }) => {
        transactions += 1;
        return { settings: { ...settings, revision: async () => transactions } };
      });
    },
  },
  {
    rule: 'ST90',
    fault: 'a change of a hook does not count',
    breakStorage(sound) {
      let changes = 0;
      return changeTransaction(sound, ({ settings, hooks }) => ({
        hooks: {
          ...hooks,
          update(...args) {
            changes += 1;
            return hooks.update(...args);
          },
        },
        settings: { ...settings, revision: async () => (await settings.revision()) - changes },
      }));
    },
  },
];

/** A separate transaction commits the writes of a call. */
function committingAtOnce(sound: Storage, brand: string, tx: BrandTransaction): BrandTransaction {
  const update: BrandTransaction['bots']['update'] = (id, change) =>
    sound.transaction(brand, async (own) => {
      await own.bots.lock(id);
      await own.bots.update(id, change);
    });
  return { ...tx, bots: { ...tx.bots, lock: tx.bots.find, update } };
}
