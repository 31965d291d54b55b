import { deepEqual, equal, rejects } from 'node:assert/strict';
import { type BrandTransaction, type ChannelChange, tenantChanges } from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import { firstSlice, insertFullChannel, openChannel, ownChannel, readWholeChannel } from './record-samples.ts';
import { botId, brand, insertBot, type NewChannel, otherBrand, sampleChannel } from './samples.ts';
import type { StorageFixture } from './storage-fixture.ts';

export const channelCases: readonly ContractCase<StorageFixture>[] = [
  {
    rule: 'ST57',
    title: 'a channel with every member, and one without the optional members, come back as they were written',
    async run({ storage }) {
      await storage.transaction(brand, (tx) => insertBot(tx, 1));
      const full = sampleChannel(1, fullMembers);
      const bare = ownChannel(2);
      const [first, second] = await storage.transaction(brand, async (tx) => [
        await tx.channels.insert(full),
        await tx.channels.insert(bare),
      ]);
      deepEqual(
        [first, second],
        [
          { ...full, number: 1 },
          { ...bare, number: 2 },
        ],
      );
      const { channels } = storage.reader(brand);
      deepEqual([await channels.find(1), await channels.find(2)], [first, second]);
      deepEqual(await channels.listByBot(botId(1)), [first]);
      for (const number of [0, 3, -1, 0.5]) equal(await channels.find(number), undefined);
    },
  },
  {
    rule: 'ST17',
    title: 'a channel of an absent bot, or with an id that the brand has, is not inserted',
    async run({ storage }) {
      await storage.transaction(brand, (tx) => tx.channels.insert(ownChannel(1)));
      await rejects(storage.transaction(brand, (tx) => tx.channels.insert(sampleChannel(1))));
      await rejects(storage.transaction(brand, (tx) => tx.channels.insert(ownChannel(1, { name: 'Other' }))));
      const { items } = await storage.reader(brand).channels.list({ workspaces: [1], ...firstSlice });
      deepEqual(items, [{ ...ownChannel(1), number: 1 }]);
      equal((await storage.transaction(otherBrand, (tx) => tx.channels.insert(ownChannel(1)))).name, 'Channel 1');
    },
  },
  {
    rule: 'ST58',
    title: 'an update writes what it names, clears what is undefined and leaves the rest',
    async run({ storage }) {
      const channel = ownChannel(1, fullMembers);
      await openChannel(storage, 9);
      await storage.transaction(brand, (tx) => tx.channels.insert(channel));
      const update = (change: ChannelChange) =>
        storage.transaction(brand, async (tx) => {
          await tx.channels.update(2, change);
          return tx.channels.find(2);
        });
      let stored: unknown = { ...channel, number: 2 };
      deepEqual(await update({}), stored);
      for (const change of [{ name: 'New' }, { active: true }, { configured: false }, { tokenHash: 'bb' }]) {
        stored = { ...(stored as object), ...change };
        deepEqual(await update(change), stored);
      }
      const { webhook: _w, tokenHash: _t, defaultBot: _d, ...bare } = stored as NewChannel;
      deepEqual(await update({ webhook: undefined, tokenHash: undefined, defaultBot: undefined }), bare);
      const webhook = { encryptedUrl: 'other', origin: 'https://other.example.com' };
      deepEqual(await update({ webhook, defaultBot: botId(8) }), { ...bare, webhook, defaultBot: botId(8) });
      deepEqual(await storage.reader(brand).channels.find(1), { ...ownChannel(9), number: 1 });
    },
  },
  {
    rule: 'ST58',
    title: 'a channel that the brand does not have is not updated',
    async run({ storage }) {
      await openChannel(storage, 1);
      await rejects(storage.transaction(brand, (tx) => tx.channels.update(2, { name: 'Other' })));
      await rejects(storage.transaction(brand, (tx) => tx.channels.update(2, {})));
      await rejects(storage.transaction(otherBrand, (tx) => tx.channels.update(1, { name: 'Other' })));
      equal((await storage.reader(brand).channels.find(1))?.name, 'Channel 1');
    },
  },
  {
    rule: 'ST59',
    title: 'a token belongs to one channel of all brands, whether an insert or an update sets it',
    async run({ storage }) {
      const insert = (name: string, index: number, tokenHash?: string) =>
        storage.transaction(name, (tx) =>
          tx.channels.insert(ownChannel(index, tokenHash === undefined ? {} : { tokenHash })),
        );
      await insert(brand, 1, 'aa');
      await insert(brand, 2);
      await insert(otherBrand, 3);
      for (const name of [brand, otherBrand]) await rejects(insert(name, 4, 'aa'));
      await rejects(storage.transaction(brand, (tx) => tx.channels.update(2, { tokenHash: 'aa' })));
      await rejects(storage.transaction(otherBrand, (tx) => tx.channels.update(3, { tokenHash: 'aa' })));
      await storage.transaction(brand, (tx) => tx.channels.update(1, { tokenHash: 'aa', name: 'Same' }));
      equal((await storage.reader(otherBrand).channels.find(3))?.tokenHash, undefined);

      const outcomes = await Promise.allSettled([insert(brand, 5, 'cc'), insert(otherBrand, 6, 'cc')]);
      deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    },
  },
  {
    rule: 'ST59',
    title: 'a token that was replaced, cleared or rolled back is free',
    async run({ storage }) {
      const [first = 0] = await openChannel(storage, 1);
      const [second = 0] = await openChannel(storage, 2);
      const [other = 0] = await openChannel(storage, 3, { brandName: otherBrand });
      const give = (name: string, number: number, tokenHash: string | undefined) =>
        storage.transaction(name, (tx) => tx.channels.update(number, { tokenHash }));
      await give(brand, first, 'aa');
      await give(brand, first, 'bb');
      await give(brand, second, 'aa');
      await give(brand, second, undefined);
      await give(otherBrand, other, 'aa');
      const failing = storage.transaction(brand, async (tx) => {
        await tx.channels.update(second, { tokenHash: 'dd' });
        throw new Error('refused');
      });
      await rejects(failing, /refused/);
      await give(otherBrand, other, 'dd');
      await storage.transaction(brand, async (tx) => {
        await tx.channels.update(first, { tokenHash: undefined });
        await tx.channels.update(second, { tokenHash: 'bb' });
      });
      equal((await storage.reader(brand).channels.find(second))?.tokenHash, 'bb');
    },
  },
  {
    rule: 'ST60',
    title: 'a list has live channels by workspace, type and activity, by number',
    async run({ storage }) {
      const members: readonly Partial<NewChannel>[] = [
        { workspace: 1, type: 'native' },
        { workspace: 2 },
        { workspace: 1, active: false },
        { workspace: 3 },
        { workspace: 1, purpose: 'test' },
        { workspace: 1 },
      ];
      await storage.transaction(brand, async (tx) => {
        for (const [index, each] of members.entries()) await tx.channels.insert(ownChannel(9 - index, each));
      });
      const numbers = async (query: object) => {
        const slice = await storage.reader(brand).channels.list({ workspaces: [1, 2], ...firstSlice, ...query });
        equal(slice.total, slice.items.length);
        return slice.items.map(({ number }) => number);
      };
      deepEqual(await numbers({}), [1, 2, 3, 6]);
      deepEqual(await numbers({ workspaces: [3, 1, 1] }), [1, 3, 4, 6]);
      deepEqual(await numbers({ workspaces: [] }), []);
      deepEqual(await numbers({ type: 'apichat' }), [2, 3, 6]);
      deepEqual(await numbers({ type: 'API' }), []);
      deepEqual(await numbers({ active: true }), [1, 2, 6]);
      deepEqual(await numbers({ active: false }), [3]);
      deepEqual(await numbers({ active: true, type: 'native' }), [1]);
    },
  },
  {
    rule: 'ST61',
    title: 'configured channels list whether on or off, but only live ones',
    async run({ storage }) {
      const configured = { configured: true };
      await storage.transaction(brand, async (tx) => {
        await tx.channels.insert(ownChannel(4, configured));
        await tx.channels.insert(ownChannel(3));
        await tx.channels.insert(ownChannel(2, { ...configured, purpose: 'test' }));
        await tx.channels.insert(ownChannel(1, { ...configured, active: false, workspace: 7 }));
      });
      const list = async (name: string) =>
        (await storage.reader(name).channels.list({ configured: true })).items.map((c) => c.number);
      deepEqual(await list(brand), [1, 4]);
      deepEqual(await list(otherBrand), []);
    },
  },
  {
    rule: 'ST62',
    title: 'a token finds its channel while the channel is on and its brand configured',
    async run({ storage }) {
      const { tenants } = storage;
      const changes = tenantChanges(tenants);
      const record = { plan: 'professional', workspaces: [1], agents: [] } as const;
      const configure = (...names: string[]) =>
        changes.configure({ brands: names.map((name) => ({ ...record, name })), tokens: [] }, 'removed');
      await configure(brand);
      const [number = 0] = await openChannel(storage, 1);
      const [other = 0] = await openChannel(storage, 2, { brandName: otherBrand });
      const update = (change: ChannelChange) =>
        storage.transaction(brand, (tx: BrandTransaction) => tx.channels.update(number, change));
      equal(await tenants.findChannelByToken('aa'), undefined);
      await update({ tokenHash: 'aa' });
      await storage.transaction(otherBrand, (tx) => tx.channels.update(other, { tokenHash: 'bb' }));

      const found = { brand, channelNumber: number };
      deepEqual(await tenants.findChannelByToken('aa'), found);
      for (const hash of ['AA', 'a', '', 'bb']) equal(await tenants.findChannelByToken(hash), undefined);
      await update({ active: false });
      equal(await tenants.findChannelByToken('aa'), undefined);
      await update({ active: true, tokenHash: 'cc' });
      deepEqual([await tenants.findChannelByToken('aa'), await tenants.findChannelByToken('cc')], [undefined, found]);
      await configure(otherBrand);
      equal(await tenants.findChannelByToken('cc'), undefined);
      deepEqual(await tenants.findChannelByToken('bb'), { brand: otherBrand, channelNumber: other });
    },
  },
  {
    rule: 'ST63',
    title: 'destroying a bot removes what its channels have, and nothing of other channels',
    async run({ storage }) {
      const [own, test, other] = await storage.transaction(brand, async (tx) => {
        await insertBot(tx, 1);
        return [
          await insertFullChannel(tx, sampleChannel(1)),
          await insertFullChannel(tx, sampleChannel(1, { id: 'test', purpose: 'test' })),
          await insertFullChannel(tx, ownChannel(2, { defaultBot: botId(1) })),
        ] as const;
      });
      const before = await readWholeChannel(storage, brand, other);
      await storage.transaction(brand, async (tx) => {
        await tx.bots.lock(botId(1));
        await tx.bots.destroy(botId(1));
        equal(await tx.customers.find(own.customers[0] ?? 0), undefined);
      });

      const { channels, customers, messages, hooks } = storage.reader(brand);
      for (const gone of [own, test]) {
        equal(await channels.find(gone.channel), undefined);
        for (const number of gone.customers) {
          equal(await customers.find(number), undefined);
          equal((await messages.list(number, firstSlice)).total, 0);
        }
        for (const number of gone.hooks) equal(await hooks.find(number), undefined);
        deepEqual(await customers.findByToken(gone.channel, 'token'), undefined);
      }
      const [first, second] = other.customers;
      const { items, total } = await customers.list({ workspaces: [1], ...firstSlice });
      deepEqual([items.map(({ number }) => number), total], [[first, second], 2]);
      deepEqual(
        (await hooks.list()).items.map(({ number }) => number),
        other.hooks,
      );
      const after = (await readWholeChannel(storage, brand, other)) as { channel: unknown; messages: unknown };
      const { channel, messages: kept } = before as typeof after;
      deepEqual([after.channel, after.messages], [channel, kept]);
    },
  },
];

const fullMembers: Partial<NewChannel> = {
  workspace: 2_147_483_648,
  name: '  "Ünï" \u{1f916} ',
  type: 'apichat',
  active: false,
  configured: true,
  tokenHash: 'aa',
  webhook: { encryptedUrl: 'encrypted \u{1f511}', origin: 'https://crm.example.com' },
  defaultBot: botId(5),
  createdAt: 0,
};
