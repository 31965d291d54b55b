import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { type BrandTransaction, type Storage, tenantChanges } from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import { insertCustomer, openChannel, sampleCustomer, sampleHook, sampleMessage } from './record-samples.ts';
import { atOnce, botId, brand, insertBot, otherBrand, sampleBot, sampleChannel, sampleFeedback } from './samples.ts';
import type { StorageFixture } from './storage-fixture.ts';

/** The revision of the settings of a brand. */
export const settingsCases: readonly ContractCase<StorageFixture>[] = [
  {
    rule: 'ST90',
    title: 'every change of a setting raises the revision of its brand, and nothing else does',
    async run({ storage }) {
      const [channel = 0] = await openChannel(storage, 1);
      await storage.transaction(brand, (tx) => insertBot(tx, 1));
      const revision = revisionsOf(storage, brand);
      const ofOther = revisionsOf(storage, otherBrand);
      let hook = 0;
      const changes: readonly ((tx: BrandTransaction) => Promise<unknown>)[] = [
        (tx) => tx.bots.insert(sampleBot(2)),
        async (tx) => {
          await tx.bots.lock(botId(1));
          await tx.bots.update(botId(1), { name: 'Other' });
        },
        async (tx) => {
          await tx.bots.lock(botId(1));
          await tx.feedback.put(botId(1), sampleFeedback);
        },
        async (tx) => {
          await tx.bots.lock(botId(1));
          await tx.feedback.put(botId(1), { ...sampleFeedback, enabled: !sampleFeedback.enabled });
        },
        (tx) => tx.channels.insert(sampleChannel(2)),
        (tx) => tx.channels.update(channel, { active: false }),
        async (tx) => {
          hook = (await tx.hooks.insert(sampleHook(channel))).number;
        },
        (tx) => tx.hooks.update(hook, { active: false }),
        (tx) => tx.hooks.delete(hook),
        async (tx) => {
          await tx.bots.lock(botId(2));
          await tx.bots.destroy(botId(2));
        },
      ];
      const other = await ofOther();
      for (const [index, change] of changes.entries()) {
        const before = await revision();
        equal(await revision(), before);
        await storage.transaction(brand, change);
        ok((await revision()) > before, `change ${index}`);
      }
      equal(await ofOther(), other);

      const last = await revision();
      await storage.transaction(brand, async (tx) => {
        const { number } = await insertCustomer(tx, sampleCustomer(channel));
        await tx.messages.insert(number, sampleMessage(1));
        await tx.customers.update(number, { lastSeq: 1 });
      });
      equal(await revision(), last);
    },
  },
  {
    rule: 'ST90',
    title: 'with one revision all transactions read the same, also after a rollback and while others write',
    async run({ storage }) {
      const [channel = 0] = await openChannel(storage, 1);
      const read = new Map<number, string>();
      const look = async (tx: BrandTransaction): Promise<void> => {
        const at = await tx.settings.revision();
        const { name = '' } = (await tx.channels.find(channel)) ?? {};
        // The read settings may be newer than their revision; then no later transaction gets this revision.
        read.set(at, name);
      };
      await atOnce(16, (index) =>
        index % 2 === 0
          ? storage.transaction(brand, look)
          : storage.transaction(brand, (tx) => tx.channels.update(channel, { name: `Name ${index}` })),
      );
      await rejects(
        storage.transaction(brand, async (tx) => {
          await tx.channels.update(channel, { name: 'never' });
          throw new Error('no');
        }),
      );
      await storage.transaction(brand, look);
      await storage.transaction(brand, (tx) => tx.channels.update(channel, { name: 'last' }));
      await storage.transaction(brand, look);
      await storage.transaction(brand, async (tx) => {
        const at = await tx.settings.revision();
        deepEqual([read.get(at), (await tx.channels.find(channel))?.name], ['last', 'last']);
      });
    },
  },
  {
    rule: 'ST119',
    title: 'a transaction reads the plan of its brand, also when it has just changed or the brand is gone',
    async run({ storage }) {
      const planOf = (name: string) => storage.transaction(name, (tx) => tx.settings.plan());
      const configure = (plans: Readonly<Record<string, 'starter' | 'business'>>) =>
        tenantChanges(storage.tenants).configure(
          {
            brands: Object.entries(plans).map(([name, plan]) => ({ name, plan, workspaces: [1], agents: [] })),
            tokens: [],
          },
          'removed',
        );
      equal(await planOf(brand), undefined);
      await configure({ [brand]: 'starter', [otherBrand]: 'business' });
      deepEqual([await planOf(brand), await planOf(otherBrand)], ['starter', 'business']);
      await configure({ [brand]: 'business' });
      deepEqual([await planOf(brand), await planOf(otherBrand)], ['business', undefined]);
    },
  },
];

function revisionsOf(storage: Storage, name: string): () => Promise<number> {
  return () => storage.transaction(name, (tx) => tx.settings.revision());
}
