import { deepEqual, equal } from 'node:assert/strict';
import { type BrandRecord, type ChannelChange, tenantChanges } from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import { sampleAccount } from './account-cases.ts';
import { openChannel, ownChannel, sampleHook } from './record-samples.ts';
import { brand, otherBrand } from './samples.ts';
import type { StorageFixture } from './storage-fixture.ts';

const webhook = { encryptedUrl: 'encrypted', origin: 'https://crm.example.com' };

/** Lookups for a change of the configuration, and for a rotation of keys. */
export const lookupCases: readonly ContractCase<StorageFixture>[] = [
  {
    rule: 'ST78',
    title: 'channels with a webhook list whatever their workspace, on or off, but only live ones',
    async run({ storage }) {
      await storage.transaction(brand, async (tx) => {
        await tx.channels.insert(ownChannel(4, { webhook }));
        await tx.channels.insert(ownChannel(3));
        await tx.channels.insert(ownChannel(2, { webhook, purpose: 'test' }));
        await tx.channels.insert(ownChannel(1, { webhook, active: false, workspace: 7 }));
      });
      const list = async (name: string) =>
        (await storage.reader(name).channels.list({ hasWebhook: true })).items.map((c) => c.number);
      deepEqual(await list(brand), [1, 4]);
      deepEqual(await list(otherBrand), []);
      await storage.transaction(brand, (tx) => tx.channels.update(1, { webhook: undefined }));
      deepEqual(await list(brand), [4]);
    },
  },
  {
    rule: 'ST79',
    title: 'the channel with a token is found whether on or off, configured or not',
    async run({ storage }) {
      const { tenants } = storage;
      const [number = 0] = await openChannel(storage, 1);
      const update = (change: ChannelChange) => storage.transaction(brand, (tx) => tx.channels.update(number, change));
      equal(await tenants.findTokenHolder('aa'), undefined);
      const found = { brand, channelNumber: number };
      await update({ tokenHash: 'aa' });
      deepEqual(await tenants.findTokenHolder('aa'), found);
      await update({ active: false });
      deepEqual(await tenants.findTokenHolder('aa'), found);
      for (const hash of ['AA', 'a', '']) equal(await tenants.findTokenHolder(hash), undefined);
      await update({ tokenHash: undefined });
      equal(await tenants.findTokenHolder('aa'), undefined);
    },
  },
  {
    rule: 'ST80',
    title: 'brands list as the last configuration has them',
    async run({ storage }) {
      const { tenants } = storage;
      const changes = tenantChanges(tenants);
      deepEqual(await tenants.listBrands(), []);
      const agents = [{ id: 9, name: 'Ünï', email: '' }];
      const acme: BrandRecord = { name: brand, plan: 'professional', workspaces: [3, 1], agents };
      const umbrella: BrandRecord = { name: otherBrand, plan: 'sandbox', workspaces: [], agents: [] };
      await changes.configure({ brands: [acme, umbrella], tokens: [] }, 'removed');
      const byName = new Map((await tenants.listBrands()).map((each) => [each.name, each]));
      deepEqual([byName.size, byName.get(brand), byName.get(otherBrand)], [2, acme, umbrella]);
      await changes.configure({ brands: [umbrella], tokens: [] }, 'removed');
      deepEqual(await tenants.listBrands(), [umbrella]);
    },
  },
  {
    rule: 'SX12',
    title: 'brands with a hook, a live channel with a webhook or an account with tokens list, configured or not',
    async run({ storage }) {
      const list = async () => [...(await storage.tenants.listBrandsWithSecrets())].sort();
      deepEqual(await list(), []);
      await storage.transaction('plain', async (tx) => {
        await tx.channels.insert(ownChannel(1));
        await tx.channels.insert(ownChannel(2, { webhook, purpose: 'test' }));
      });
      await storage.transaction('pushed', (tx) => tx.channels.insert(ownChannel(3, { webhook })));
      await storage.transaction('hooked', async (tx) => {
        const { number } = await tx.channels.insert(ownChannel(4));
        await tx.hooks.insert(sampleHook(number));
        await tx.hooks.insert(sampleHook(number));
      });
      await storage.transaction('linked', (tx) => tx.accounts.connect(sampleAccount(1), { returns: true }));
      deepEqual(await list(), ['hooked', 'linked', 'pushed']);
    },
  },
];
