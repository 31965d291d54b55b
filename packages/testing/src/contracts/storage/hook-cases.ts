import { deepEqual, equal } from 'node:assert/strict';
import type { HookChange } from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import { firstSlice, type NewHook, openChannel, sampleHook } from './record-samples.ts';
import { brand, otherBrand } from './samples.ts';
import type { StorageFixture } from './storage-fixture.ts';

export const hookCases: readonly ContractCase<StorageFixture>[] = [
  {
    rule: 'ST75',
    title: 'hooks are found as they were written, and list by channel, by activity and by brand',
    async run({ storage }) {
      const [first = 0] = await openChannel(storage, 1);
      const [second = 0] = await openChannel(storage, 2);
      const [other = 0] = await openChannel(storage, 3, { brandName: otherBrand });
      const members: readonly NewHook[] = [
        sampleHook(second, { name: '"Ünï" \u{1f916}', encryptedToken: '', createdAt: 0, updatedAt: 9 }),
        sampleHook(first, { active: false, disabledByPlan: true }),
        sampleHook(first),
        sampleHook(second, { active: false }),
      ];
      await storage.transaction(otherBrand, (tx) => tx.hooks.insert(sampleHook(other)));
      const stored = await storage.transaction(brand, async (tx) => {
        const inserted = [];
        for (const each of members) inserted.push(await tx.hooks.insert(each));
        return inserted;
      });
      deepEqual(
        stored,
        members.map((each, index) => ({ ...each, number: index + 2 })),
      );
      const [a, b, c, d] = stored;
      const { hooks } = storage.reader(brand);
      deepEqual(await Promise.all(stored.map(({ number }) => hooks.find(number))), stored);
      deepEqual(await hooks.list({ channelNumber: first, ...firstSlice }), { items: [b, c], total: 2 });
      deepEqual(await hooks.list({ channelNumber: first, active: true }), { items: [c], total: 1 });
      deepEqual(await hooks.list({ channelNumber: second, active: true }), { items: [a], total: 1 });
      deepEqual(await hooks.list({ channelNumber: second + 9 }), { items: [], total: 0 });
      deepEqual(await hooks.list({ active: false, offset: 1 }), { items: [d], total: 2 });
      deepEqual(await hooks.list(), { items: [a, b, c, d], total: 4 });
      for (const number of [0, 1, 99]) equal(await hooks.find(number), undefined);
    },
  },
  {
    rule: 'ST56',
    title: 'consecutive slices of hooks and channels have each once',
    async run({ storage }) {
      const [channel = 0] = await openChannel(storage, 1);
      for (const index of [2, 3]) await openChannel(storage, index);
      await storage.transaction(brand, async (tx) => {
        for (let count = 0; count < 3; count += 1) await tx.hooks.insert(sampleHook(channel));
      });
      const { hooks, channels } = storage.reader(brand);
      const lists = [
        (range: { offset: number; limit: number }) => hooks.list({ channelNumber: channel, ...range }),
        (range: { offset: number; limit: number }) => channels.list({ workspaces: [1], ...range }),
      ];
      for (const list of lists) {
        const numbers = async (offset: number, limit: number) => {
          const { items, total } = await list({ offset, limit });
          return [items.map(({ number }) => number), total];
        };
        deepEqual(await numbers(0, 2), [[1, 2], 3]);
        deepEqual(await numbers(2, 2), [[3], 3]);
        for (const offset of [3, 9]) deepEqual(await numbers(offset, 2), [[], 3]);
        deepEqual(await numbers(0, 0), [[], 3]);
      }
    },
  },
  {
    rule: 'ST76',
    title: 'an update writes what it names and leaves the rest',
    async run({ storage }) {
      const [channel = 0] = await openChannel(storage, 1);
      const [first, second] = await storage.transaction(brand, async (tx) => [
        await tx.hooks.insert(sampleHook(channel)),
        await tx.hooks.insert(sampleHook(channel)),
      ]);
      const update = (number: number, change: HookChange) =>
        storage.transaction(brand, (tx) => tx.hooks.update(number, change));
      let stored = first;
      for (const change of hookChanges) {
        stored = { ...stored, ...change };
        equal(await update(1, change), 'updated');
        deepEqual(await storage.reader(brand).hooks.find(1), stored);
      }
      deepEqual(await storage.reader(brand).hooks.find(2), second);
    },
  },
  {
    rule: 'ST76',
    title: 'a hook is deleted once, and what is absent is neither updated nor deleted',
    async run({ storage }) {
      const [channel = 0] = await openChannel(storage, 1);
      await storage.transaction(brand, (tx) => tx.hooks.insert(sampleHook(channel)));
      await storage.transaction(brand, async (tx) => {
        for (const change of [{}, { name: 'Other' }]) equal(await tx.hooks.update(2, change), 'absent');
        equal(await tx.hooks.delete(2), 'absent');
        equal(await tx.hooks.delete(1), 'deleted');
        equal(await tx.hooks.delete(1), 'absent');
        equal(await tx.hooks.update(1, { name: 'Other' }), 'absent');
      });
      equal((await storage.reader(brand).hooks.list()).total, 0);
    },
  },
];

const hookChanges: readonly HookChange[] = [
  {},
  { name: 'New' },
  { encryptedUrl: 'other url', origin: 'https://other.example.com' },
  { encryptedToken: '' },
  { active: false, disabledByPlan: true },
  { disabledByPlan: false },
  { updatedAt: 9_000 },
  { active: true },
];
