import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { Principal } from '@botwright/core';
import { type BrandRecord, type Storage, tenantChanges } from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import { botId, brand, firstPage, insertBot, otherBrand, sampleVersion, versionId } from './samples.ts';
import type { StorageFixture } from './storage-fixture.ts';

export const tenantCases: readonly ContractCase<StorageFixture>[] = [
  {
    rule: 'ST51',
    title: 'brands and tokens are exactly those of the last configuration',
    async run({ storage }) {
      equal(await storage.tenants.findPrincipal('aa'), undefined);
      equal(await storage.tenants.findBrand(brand), undefined);

      const agents = [
        { id: 9, name: 'Ünï', email: 'u@example.org' },
        { id: 4, name: '', email: '' },
      ];
      const acme: BrandRecord = { name: brand, plan: 'professional', workspaces: [3, 1, 2], agents };
      const umbrella: BrandRecord = { name: otherBrand, plan: 'sandbox', workspaces: [], agents: [] };
      const first: Principal = { brand, person: 7, workspaces: [3, 1], permissions: ['view_bots', 'edit_bots'] };
      const second: Principal = { brand: otherBrand, person: 7, workspaces: [], permissions: [] };
      await tenantChanges(storage.tenants).configure(
        {
          brands: [acme, umbrella],
          tokens: [
            { hash: 'aa', ...first },
            { hash: 'bb', ...second },
          ],
        },
        'removed',
      );
      deepEqual(await storage.tenants.findPrincipal('aa'), first);
      deepEqual(await storage.tenants.findPrincipal('bb'), second);
      deepEqual(await storage.tenants.findBrand(brand), acme);
      deepEqual(await storage.tenants.findBrand(otherBrand), umbrella);
      for (const hash of ['AA', 'a', '', 'aab']) equal(await storage.tenants.findPrincipal(hash), undefined);

      const moved: BrandRecord = { ...acme, plan: 'business', agents: [] };
      await tenantChanges(storage.tenants).configure(
        { brands: [moved], tokens: [{ hash: 'cc', ...first }] },
        'removed',
      );
      deepEqual(await storage.tenants.findBrand(brand), moved);
      deepEqual(await storage.tenants.findPrincipal('cc'), first);
      for (const hash of ['aa', 'bb']) equal(await storage.tenants.findPrincipal(hash), undefined);
      equal(await storage.tenants.findBrand(otherBrand), undefined);
    },
  },
  {
    rule: 'ST51',
    title: 'a brand that is left out keeps its bots',
    async run({ storage }) {
      const acme: BrandRecord = { name: brand, plan: 'professional', workspaces: [1], agents: [] };
      await tenantChanges(storage.tenants).configure({ brands: [acme], tokens: [] }, 'removed');
      await storage.transaction(brand, (tx) => insertBot(tx, 1));
      await tenantChanges(storage.tenants).configure({ brands: [], tokens: [] }, 'removed');
      equal(await storage.tenants.findBrand(brand), undefined);
      await tenantChanges(storage.tenants).configure({ brands: [acme], tokens: [] }, 'removed');
      equal((await storage.reader(brand).bots.find(botId(1)))?.name, 'Bot 1');
    },
  },
  {
    rule: 'ST52',
    title: 'a configuration that contradicts itself changes nothing',
    async run({ storage }) {
      const acme: BrandRecord = { name: brand, plan: 'professional', workspaces: [1], agents: [] };
      const principal: Principal = { brand, person: 7, workspaces: [1], permissions: ['view_bots'] };
      const token = { hash: 'aa', ...principal };
      await tenantChanges(storage.tenants).configure({ brands: [acme], tokens: [token] }, 'removed');

      const { tenants } = storage;
      const changes = tenantChanges(tenants);
      const umbrella: BrandRecord = { ...acme, name: otherBrand };
      await rejects(changes.configure({ brands: [umbrella], tokens: [token] }, 'removed'));
      await rejects(changes.configure({ brands: [umbrella, umbrella], tokens: [] }, 'removed'));
      await rejects(changes.configure({ brands: [acme], tokens: [token, { ...token }] }, 'removed'));
      const failing = tenants.change(async (tx) => {
        await tx.putBrand(umbrella);
        await tx.removeToken(brand, 'aa');
        deepEqual(await tx.listBrands().then((brands) => brands.length), 2);
        throw new Error('refused');
      });
      await rejects(failing, /refused/);

      deepEqual(await tenants.findBrand(brand), acme);
      equal(await tenants.findBrand(otherBrand), undefined);
      deepEqual(await tenants.findPrincipal('aa'), principal);
    },
  },
  {
    rule: 'ST53',
    title: 'a sweep drops old reservations of all brands and leaves what is revealed or younger',
    async run({ storage }) {
      for (const name of [brand, otherBrand]) {
        await storage.transaction(name, async (tx) => {
          await insertBot(tx, 1);
          await tx.versions.reserve(sampleVersion(1, 1), 1);
          await tx.versions.reveal(botId(1), versionId(1), 3_001);
          await tx.versions.reserve(sampleVersion(1, 2), 99);
          await tx.versions.reserve(sampleVersion(1, 3), 100);
        });
      }

      await storage.tenants.sweep({ reservedBefore: 100, completedBefore: 0 });
      for (const name of [brand, otherBrand]) {
        const reveal = (version: number) =>
          storage.transaction(name, (tx) => tx.versions.reveal(botId(1), versionId(version), 9));
        equal((await storage.reader(name).versions.list(botId(1), firstPage)).total, 1);
        deepEqual([await reveal(2), await reveal(3)], ['gone', 'revealed']);
      }
    },
  },
  {
    rule: 'ST53',
    title: 'a sweep frees keys completed, or left without a response, before the moment given',
    async run({ storage }) {
      for (const name of [brand, otherBrand]) {
        await completeKey(storage, name, 'completed before', 99);
        await completeKey(storage, name, 'completed at', 100);
        await reserveKey(storage, name, 'left before', 99);
        await reserveKey(storage, name, 'left at', 100);
      }

      await storage.tenants.sweep({ reservedBefore: 0, completedBefore: 100 });
      for (const name of [brand, otherBrand]) {
        const again = (key: string) => reserveKey(storage, name, key, 98, 'another fingerprint');
        deepEqual(await again('completed before'), { kind: 'reserved' });
        deepEqual(await again('completed at'), { kind: 'reused' });
        deepEqual(await again('left before'), { kind: 'reserved' });
        deepEqual(await again('left at'), { kind: 'reused' });
      }
    },
  },
  {
    rule: 'ST53',
    title: 'a sweep removes nothing that a concurrent transaction writes',
    async run({ storage }) {
      await storage.transaction(brand, async (tx) => {
        await insertBot(tx, 1);
        await tx.versions.reserve(sampleVersion(1, 1), 1);
      });
      const [label] = await Promise.all([
        storage.transaction(brand, async (tx) => {
          await tx.bots.lock(botId(1));
          await tx.versions.reserve(sampleVersion(1, 2), 500);
          await tx.versions.reveal(botId(1), versionId(2), 501);
          return tx.versions.label(botId(1), versionId(2), 'Label');
        }),
        storage.tenants.sweep({ reservedBefore: 100, completedBefore: 0 }),
      ]);
      equal(label, 'labelled');
      const reader = storage.reader(brand);
      equal((await reader.versions.latest(botId(1)))?.name, 'Label');
      equal(await storage.transaction(brand, (tx) => tx.versions.reveal(botId(1), versionId(1), 9)), 'gone');
    },
  },
];

function reserveKey(
  storage: Storage,
  name: string,
  key: string,
  leaseUntil: number,
  fingerprint = 'f1',
): Promise<unknown> {
  const request = { person: 7, path: '/bots', key, fingerprint, run: 'run', now: 50, leaseUntil, replayForMs: 1_000 };
  return storage.transaction(name, (tx) => tx.requests.reserve(request));
}

async function completeKey(storage: Storage, name: string, key: string, completedAt: number): Promise<void> {
  await reserveKey(storage, name, key, 60);
  await storage.transaction(name, (tx) =>
    tx.requests.complete({ person: 7, path: '/bots', key }, 'run', '', completedAt),
  );
}
