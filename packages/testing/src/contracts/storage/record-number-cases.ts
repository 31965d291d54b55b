import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { BrandTransaction } from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import { insertCustomer, ownChannel, sampleCustomer, sampleHook } from './record-samples.ts';
import { atOnce, brand, otherBrand } from './samples.ts';
import type { StorageFixture } from './storage-fixture.ts';

/** Inserts one record of each kind. @returns The numbers of the channel, the customer and the hook. */
async function insertEach(tx: BrandTransaction, index: number): Promise<readonly number[]> {
  const { number: channel } = await tx.channels.insert(ownChannel(index));
  const { number: customer } = await insertCustomer(tx, sampleCustomer(channel));
  const { number: hook } = await tx.hooks.insert(sampleHook(channel));
  return [channel, customer, hook];
}

export const recordNumberCases: readonly ContractCase<StorageFixture>[] = [
  {
    rule: 'ST55',
    title: 'each kind is numbered from 1, and no number is given twice, in any brand and even after a rollback',
    async run({ storage }) {
      const given: (readonly number[])[] = [];
      const insert = (name: string, index: number, becomes: 'kept' | 'rolled back') =>
        storage
          .transaction(name, async (tx) => {
            given.push(await insertEach(tx, index));
            if (becomes === 'rolled back') throw new Error('refused');
          })
          .catch(() => undefined);
      await insert(brand, 0, 'kept');
      deepEqual(given, [[1, 1, 1]]);
      await atOnce(12, (index) =>
        insert(index % 2 ? brand : otherBrand, index + 1, index % 3 ? 'kept' : 'rolled back'),
      );
      await insert(brand, 50, 'rolled back');
      await insert(brand, 51, 'kept');
      const [, customer = 0, hook = 0] = given.at(-1) ?? [];
      await storage.transaction(brand, async (tx) => {
        await tx.customers.lock(customer);
        await tx.customers.destroy(customer);
        await tx.hooks.delete(hook);
      });
      await insert(brand, 52, 'kept');
      equal(given.length, 16);
      for (const kind of [0, 1, 2]) equal(new Set(given.map((numbers) => numbers[kind])).size, given.length);
    },
  },
  {
    rule: 'ST55',
    title: 'a channel and a hook are stored under numbers that were given before, which nobody else is given',
    async run({ storage }) {
      const [first, second] = await storage.transaction(brand, async (tx) => {
        const channel = { ...ownChannel(1), number: await tx.channels.nextNumber() };
        const hook = { ...sampleHook(channel.number), number: await tx.hooks.nextNumber() };
        const others = await insertEach(tx, 2);
        deepEqual([await tx.channels.insert(channel), await tx.hooks.insert(hook)], [channel, hook]);
        return [[channel.number, hook.number], others];
      });
      deepEqual(
        [first, second],
        [
          [1, 1],
          [2, 1, 2],
        ],
      );
      const { channels, hooks } = storage.reader(brand);
      deepEqual([(await channels.find(1))?.name, (await hooks.find(1))?.channelNumber], ['Channel 1', 1]);
    },
  },
  {
    rule: 'ST55',
    title: 'numbers go on after the store is opened again',
    needs: 'durable',
    async run({ storage, reopen }) {
      const first = await storage.transaction(brand, (tx) => insertEach(tx, 1));
      const refused: (readonly number[])[] = [];
      const failing = storage.transaction(brand, async (tx) => {
        refused.push(await insertEach(tx, 2));
        throw new Error('refused');
      });
      await rejects(failing, /refused/);
      await storage.transaction(brand, async (tx) => {
        const [, customer = 0, hook = 0] = first;
        await tx.customers.lock(customer);
        await tx.customers.destroy(customer);
        await tx.hooks.delete(hook);
      });
      const opened = await reopen?.();
      const next = await opened?.transaction(brand, (tx) => insertEach(tx, 3));
      for (const kind of [0, 1, 2]) equal(new Set([first[kind], refused[0]?.[kind], next?.[kind]]).size, 3);
    },
  },
];
