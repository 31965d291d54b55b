import { deepEqual, equal, rejects } from 'node:assert/strict';
import { type BrandRecord, tenantChanges } from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import { insertCustomer, openChannel, ownChannel, sampleCustomer, sampleMessage } from './record-samples.ts';
import { botId, brand, insertBot, otherBrand } from './samples.ts';
import type { StorageFixture } from './storage-fixture.ts';

const acme: BrandRecord = { name: brand, plan: 'professional', workspaces: [1], agents: [] };
const umbrella: BrandRecord = { ...acme, name: otherBrand };

/** Queries about anonymous visitors, who are customers that expire. */
export const visitorCases: readonly ContractCase<StorageFixture>[] = [
  {
    rule: 'ST113',
    title: 'customers of a channel that expire are counted up to a number, and others are not',
    async run({ storage }) {
      const [channel = 0] = await openChannel(storage, 1, { customers: 1 });
      const [other = 0] = await openChannel(storage, 2);
      const count = (upTo: number, name = brand, number = channel) =>
        storage.reader(name).customers.countExpiring(number, upTo);
      equal(await count(9), 0);
      const [first = 0] = await storage.transaction(brand, async (tx) => {
        const made = [];
        for (const expiresAt of [5, 5, 9_000_000_000_000]) {
          made.push((await insertCustomer(tx, sampleCustomer(channel, { expiresAt }))).number);
        }
        await insertCustomer(tx, sampleCustomer(other, { expiresAt: 5 }));
        equal(await tx.customers.countExpiring(channel, 9), 3);
        return made;
      });
      deepEqual([await count(9), await count(3), await count(2), await count(0)], [3, 3, 2, 0]);
      deepEqual([await count(9, brand, other), await count(9, otherBrand)], [1, 0]);
      await rejects(
        storage.transaction(brand, async (tx) => {
          await insertCustomer(tx, sampleCustomer(channel, { expiresAt: 5 }));
          throw new Error('undone');
        }),
      );
      await storage.transaction(brand, async (tx) => {
        await tx.customers.lock(first);
        await tx.customers.destroy(first);
      });
      equal(await count(9), 2);
    },
  },
  {
    rule: 'ST123',
    title: 'the customer of a channel who expires first after a moment is found',
    async run({ storage }) {
      const [channel = 0] = await openChannel(storage, 1, { customers: 1 });
      const [other = 0] = await openChannel(storage, 2);
      const first = async (after: number, name = brand, number = channel) =>
        (await storage.reader(name).customers.listExpiring(number, after, 1))[0]?.number;
      equal(await first(0), undefined);
      const insert = (number: number, expiresAt: number) =>
        storage.transaction(brand, (tx) => insertCustomer(tx, sampleCustomer(number, { expiresAt })));
      const late = await insert(channel, 9_000_000_000_000);
      const early = await insert(channel, 7);
      const same = await insert(channel, 7);
      const elsewhere = await insert(other, 5);
      const afters = [0, 6, 7, 8_999_999_999_999, 9_000_000_000_000];
      const found = [early.number, early.number, late.number, late.number, undefined];
      deepEqual(await Promise.all(afters.map((after) => first(after))), found);
      deepEqual(await storage.reader(brand).customers.listExpiring(channel, 0, 2), [early, same]);
      deepEqual([await first(0, brand, other), await first(0, otherBrand)], [elsewhere.number, undefined]);

      await storage.transaction(brand, async (tx) => {
        const firstNow = async () => (await tx.customers.listExpiring(channel, 0, 1))[0]?.number;
        await tx.customers.lock(early.number);
        await tx.customers.update(early.number, { expiresAt: 8 });
        equal(await firstNow(), same.number);
        await tx.customers.lock(same.number);
        await tx.customers.destroy(same.number);
        equal(await firstNow(), early.number);
        await insertCustomer(tx, sampleCustomer(channel, { expiresAt: 9 }));
        equal(await firstNow(), early.number);
      });
      deepEqual((await storage.reader(brand).customers.listExpiring(channel, 7, 1))[0], { ...early, expiresAt: 8 });
    },
  },
  {
    rule: 'ST114',
    title: 'a message is found by its uuid among those of its customer',
    async run({ storage }) {
      const [, number = 0, other = 0] = await openChannel(storage, 1, { customers: 2 });
      const [first, second] = [sampleMessage(1), sampleMessage(2)];
      const find = (uuid: string, customer = number, name = brand) =>
        storage.reader(name).messages.find(customer, uuid);
      equal(await find(first.uuid), undefined);
      await storage.transaction(brand, async (tx) => {
        await tx.customers.lock(number);
        for (const message of [first, second]) await tx.messages.insert(number, message);
        deepEqual(await tx.messages.find(number, second.uuid), second);
      });
      deepEqual([await find(first.uuid), await find(second.uuid)], [first, second]);
      for (const uuid of ['', first.uuid.toUpperCase(), `${first.uuid} `]) equal(await find(uuid), undefined);
      equal(await find(first.uuid, other), undefined);
      equal(await find(first.uuid, number, otherBrand), undefined);
      await rejects(
        storage.transaction(brand, async (tx) => {
          await tx.customers.lock(number);
          await tx.messages.insert(number, sampleMessage(3));
          throw new Error('undone');
        }),
      );
      equal(await find(sampleMessage(3).uuid), undefined);
    },
  },
  {
    rule: 'ST115',
    title: 'a bot is found by its number, whatever its brand and state, unless its brand was removed',
    async run({ storage }) {
      const { tenants } = storage;
      equal(await tenants.findBot(1), undefined);
      await storage.transaction(brand, (tx) => insertBot(tx, 1));
      deepEqual(await tenants.findBot(1), { brand, botId: botId(1) });
      await tenantChanges(tenants).configure({ brands: [acme, umbrella], tokens: [] }, 'removed');
      await storage.transaction(otherBrand, (tx) => insertBot(tx, 2, { state: 'trashed', trashedAt: 5 }));
      const found = [
        { brand, botId: botId(1) },
        { brand: otherBrand, botId: botId(2) },
      ];
      deepEqual([await tenants.findBot(1), await tenants.findBot(2)], found);
      for (const number of [0, 3, -1, 1.5]) equal(await tenants.findBot(number), undefined);

      await tenantChanges(tenants).configure({ brands: [umbrella], tokens: [] }, 'removed');
      deepEqual([await tenants.findBot(1), await tenants.findBot(2)], [undefined, found[1]]);
      await tenantChanges(tenants).configure({ brands: [acme, umbrella], tokens: [] }, 'removed');
      deepEqual(await tenants.findBot(1), found[0]);
      await storage.transaction(brand, async (tx) => {
        await tx.bots.lock(botId(1));
        await tx.bots.destroy(botId(1));
      });
      equal(await tenants.findBot(1), undefined);
    },
  },
  {
    rule: 'ST116',
    title: 'customers that have expired list by the moment, of every brand, up to a number',
    async run({ storage }) {
      const { tenants } = storage;
      deepEqual(await tenants.listExpiredCustomers(9, 10), []);
      const [channel = 0] = await openChannel(storage, 1, { customers: 1 });
      const [elsewhere = 0] = await openChannel(storage, 2, { brandName: otherBrand });
      const insert = (name: string, number: number, expiresAt: number, members = {}) =>
        storage.transaction(name, async (tx) => {
          const customer = sampleCustomer(number, { expiresAt, ...members });
          return (await insertCustomer(tx, customer)).number;
        });
      const late = { brand, customerNumber: await insert(brand, channel, 8) };
      const early = { brand, customerNumber: await insert(brand, channel, 6) };
      const other = { brand: otherBrand, customerNumber: await insert(otherBrand, elsewhere, 7) };
      await insert(brand, channel, 9_000_000_000_000);

      deepEqual(await tenants.listExpiredCustomers(5, 10), []);
      deepEqual(await tenants.listExpiredCustomers(6, 10), [early]);
      deepEqual(await tenants.listExpiredCustomers(8, 10), [early, other, late]);
      deepEqual(await tenants.listExpiredCustomers(8, 2), [early, other]);

      await storage.transaction(brand, async (tx) => {
        const changed = await tx.channels.insert(ownChannel(3, { purpose: 'test' }));
        await insertCustomer(tx, sampleCustomer(changed.number, { purpose: 'test' }));
        await tx.customers.lock(early.customerNumber);
        await tx.customers.update(early.customerNumber, { expiresAt: 9 });
      });
      await tenantChanges(tenants).configure({ brands: [acme], tokens: [] }, 'removed');
      deepEqual(await tenants.listExpiredCustomers(8, 10), [other, late]);
      deepEqual(await tenants.listExpiredCustomers(9, 10), [other, late, early]);
    },
  },
];
