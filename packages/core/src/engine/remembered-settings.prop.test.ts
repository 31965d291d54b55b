import fc from 'fast-check';
import { expect, it } from 'vitest';
import { memoryStorage } from '../memory/index.ts';
import type { BrandTransaction, Storage } from '../ports/storage.ts';
import { rememberSettings } from './remembered-settings.ts';

const ids = ['b1', 'b2'];
const numbers = [1, 2];
const feedback = { enabled: true, positiveLabel: '', negativeLabel: '', commentQuestion: '', thanks: '' };

async function fill(storage: Storage): Promise<void> {
  await storage.transaction('acme', async (tx) => {
    for (const [index, id] of ids.entries()) {
      await tx.bots.insert({
        id,
        name: '',
        foldedName: '',
        workspace: 1,
        channelFamily: 'apichat',
        state: 'active',
        builder: 'current',
        channels: [],
        testChannel: 't',
        createdAt: 1,
        editedAt: 1,
      });
      const { number } = await tx.channels.insert({
        id: `c${index}`,
        workspace: 1,
        purpose: 'live',
        name: '',
        type: 'apichat',
        active: true,
        configured: false,
        createdAt: 1,
      });
      await tx.hooks.insert({ ...hook, channelNumber: number, active: index === 0 });
    }
  });
}

const hook = {
  channelNumber: 1,
  name: '',
  encryptedUrl: '',
  origin: '',
  encryptedToken: '',
  active: true,
  disabledByPlan: false,
  createdAt: 1,
  updatedAt: 1,
};

const setting = fc.constantFrom('bot', 'channel', 'hooks', 'other hooks', 'feedback');
const operation = fc.record({
  kind: fc.constantFrom('read', 'read', 'change'),
  setting,
  place: fc.nat(1),
  text: fc.constantFrom('x', 'y', 'z'),
});
const transaction = fc.record({
  /** Which process makes it: 2 has no memory of settings. */
  process: fc.nat(2),
  operations: fc.array(operation, { maxLength: 5 }),
  fails: fc.boolean(),
});
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

function read(tx: BrandTransaction, { setting: kind, place }: Operation): Promise<unknown> {
  const [id = '', channelNumber = 0] = [ids[place], numbers[place]];
  switch (kind) {
    case 'bot':
      return tx.bots.find(id);
    case 'channel':
      return tx.channels.find(channelNumber);
    case 'hooks':
      return tx.hooks.list({ channelNumber, active: true });
    case 'other hooks':
      return tx.hooks.list({ channelNumber, active: true, offset: 0, limit: place });
    default:
      return tx.feedback.find(id);
  }
}

async function change(tx: BrandTransaction, { setting: kind, place, text }: Operation): Promise<void> {
  const [id = '', number = 0] = [ids[place], numbers[place]];
  await tx.bots.lock(id);
  if (kind === 'bot') await tx.bots.update(id, { name: text });
  else if (kind === 'channel') await tx.channels.update(number, { name: text });
  else if (kind === 'feedback') await tx.feedback.put(id, { ...feedback, question: text });
  else if (text === 'x') await tx.hooks.insert({ ...hook, channelNumber: number });
  else await tx.hooks.update(number, { active: text === 'y' });
}

it('[CV59] settings that are remembered are those of the store, in every process and after every rollback', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(transaction, { maxLength: 20 }), fc.boolean(), async (transactions, isAtOnce) => {
      const storage = memoryStorage();
      await fill(storage);
      // Both reads of one operation are made in one transaction: the plain one cannot be wrong.
      const plain = new WeakMap<BrandTransaction['requests'], BrandTransaction>();
      const watched: Storage = {
        ...storage,
        transaction: (brand, work) =>
          storage.transaction(brand, (tx) => {
            plain.set(tx.requests, tx);
            return work(tx);
          }),
      };
      const processes = [rememberSettings(watched), rememberSettings(watched), watched];
      const run = ({ process, operations, fails }: (typeof transactions)[number]) =>
        processes[process]
          ?.transaction('acme', async (tx) => {
            // From its first write on, a transaction has the lock: what others write meanwhile cannot come between.
            if (isAtOnce) await tx.customers.lock(1);
            for (const each of operations) {
              if (each.kind === 'change') await change(tx, each);
              else expect(await read(tx, each)).toEqual(await read(plain.get(tx.requests) ?? tx, each));
            }
            if (fails) throw new Error('rolled back');
          })
          .catch((error: unknown) => {
            if (!(error instanceof Error && error.message === 'rolled back')) throw error;
          });
      if (isAtOnce) await Promise.all(transactions.map(run));
      else for (const each of transactions) await run(each);
    }),
    { seed: 20261123, numRuns: 200 },
  );
});

it('[CV59] a setting that did not change is read from the store once, and what was read cannot be changed', async () => {
  const storage = memoryStorage();
  await fill(storage);
  let reads = 0;
  const remembering = rememberSettings({
    ...storage,
    transaction: (brand, work) =>
      storage.transaction(brand, (tx) =>
        work({
          ...tx,
          channels: {
            ...tx.channels,
            async find(number) {
              reads += 1;
              return structuredClone(await tx.channels.find(number));
            },
          },
        }),
      ),
  });
  const find = () => remembering.transaction('acme', (tx) => tx.channels.find(1));
  const [first, second] = [await find(), await find()];
  expect([reads, first]).toEqual([1, second]);
  expect(Object.isFrozen(first)).toBe(true);
  await remembering.transaction('acme', (tx) => tx.channels.update(1, { name: 'new' }));
  expect([(await find())?.name, reads]).toEqual(['new', 2]);
});
