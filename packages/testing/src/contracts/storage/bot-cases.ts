import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { BotRecord, BrandTransaction } from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import {
  atOnce,
  botId,
  brand,
  insertBot,
  insertFullBot,
  nothing,
  otherBrand,
  readWholeBot,
  sampleBot,
  sampleChannel,
  versionId,
} from './samples.ts';
import type { StorageFixture } from './storage-fixture.ts';

export const botCases: readonly ContractCase<StorageFixture>[] = [
  {
    rule: 'ST12',
    title: 'a bot with every member comes back as it was written',
    async run({ storage }) {
      const bot = sampleBot(1, fullMembers);
      const inserted = await storage.transaction(brand, (tx) => tx.bots.insert(bot));
      deepEqual(inserted, { ...bot, number: 1 });
      deepEqual(await storage.reader(brand).bots.find(botId(1)), inserted);
      deepEqual(await storage.transaction(brand, (tx) => tx.bots.lock(botId(1))), inserted);
    },
  },
  {
    rule: 'ST12',
    title: 'members that a bot does not have are left out, and an unknown id finds nothing',
    async run({ storage }) {
      await storage.transaction(brand, (tx) => tx.bots.insert(sampleBot(1, { channels: [] })));
      deepEqual(await storage.reader(brand).bots.find(botId(1)), { ...sampleBot(1, { channels: [] }), number: 1 });
      for (const id of [botId(2), '', 'no uuid', `${botId(1)} `, botId(11).toUpperCase(), '\u0000', '\ud800']) {
        equal(await storage.reader(brand).bots.find(id), undefined);
      }
    },
  },
  {
    rule: 'ST13',
    title: 'numbers start at 1 and none is given twice, in any brand and even after a rollback',
    async run({ storage }) {
      const given: number[] = [];
      const insert = (name: string, index: number, becomes: 'kept' | 'rolled back') =>
        storage
          .transaction(name, async (tx) => {
            given.push((await tx.bots.insert(sampleBot(index))).number);
            if (becomes === 'rolled back') throw new Error('refused');
          })
          .catch(() => undefined);

      await insert(brand, 0, 'kept');
      deepEqual(given, [1]);
      await atOnce(24, (index) =>
        insert(index % 2 ? brand : otherBrand, index + 1, index % 3 === 0 ? 'rolled back' : 'kept'),
      );
      await insert(brand, 50, 'rolled back');
      await insert(brand, 51, 'rolled back');
      await insert(brand, 52, 'kept');
      await storage.transaction(brand, async (tx) => {
        await tx.bots.lock(botId(52));
        await tx.bots.destroy(botId(52));
      });
      await insert(brand, 53, 'kept');

      equal(given.length, 29);
      equal(new Set(given).size, given.length);
    },
  },
  {
    rule: 'ST13',
    title: 'numbers go on after the store is opened again, past those of destroyed bots',
    needs: 'durable',
    async run({ storage, reopen }) {
      const insert = async (tx: BrandTransaction) => (await tx.bots.insert(sampleBot(1))).number;
      const first = await storage.transaction(brand, insert);
      await storage.transaction(brand, async (tx) => {
        await tx.bots.lock(botId(1));
        await tx.bots.destroy(botId(1));
      });
      const refused: number[] = [];
      const failing = storage.transaction(brand, async (tx) => {
        refused.push(await insert(tx));
        throw new Error('refused');
      });
      await rejects(failing, /refused/);

      const opened = await reopen?.();
      const next = await opened?.transaction(brand, insert);
      equal(new Set([first, ...refused, next]).size, 3);
    },
  },
  {
    rule: 'ST14',
    title: 'an update writes what it names, clears what is undefined and leaves the rest',
    async run({ storage }) {
      await storage.transaction(brand, (tx) => tx.bots.insert(sampleBot(1, fullMembers)));
      const update = (change: Parameters<BrandTransaction['bots']['update']>[1]) =>
        storage.transaction(brand, async (tx) => {
          await tx.bots.lock(botId(1));
          await tx.bots.update(botId(1), change);
          return tx.bots.find(botId(1));
        });
      const stored = { ...sampleBot(1, fullMembers), number: 1 };

      deepEqual(await update({}), stored);
      deepEqual(await update({ name: 'New', foldedName: 'new' }), { ...stored, name: 'New', foldedName: 'new' });
      const { trashedAt: _trashedAt, requiredTier: _requiredTier, ...cleared } = stored;
      const active = { ...cleared, name: 'New', foldedName: 'new', state: 'active' } as const;
      deepEqual(await update({ state: 'active', trashedAt: undefined, requiredTier: undefined }), active);
      const published = { publishedAt: 77, liveVersion: versionId(9), requiredTier: 'starter', editedAt: 78 } as const;
      deepEqual(await update(published), { ...active, ...published });
      deepEqual(await update({ state: 'trashed', trashedAt: 0 }), {
        ...active,
        ...published,
        state: 'trashed',
        trashedAt: 0,
      });
    },
  },
  {
    rule: 'ST14',
    title: 'an update of one bot leaves the others alone',
    async run({ storage }) {
      await storage.transaction(brand, async (tx) => {
        await tx.bots.insert(sampleBot(1));
        await tx.bots.insert(sampleBot(2));
        await tx.bots.update(botId(1), { name: 'Other' });
      });
      deepEqual(await storage.reader(brand).bots.find(botId(2)), { ...sampleBot(2), number: 2 });
    },
  },
  {
    rule: 'ST17',
    title: 'an id is inserted once',
    async run({ storage }) {
      await storage.transaction(brand, (tx) => insertBot(tx, 1));
      await rejects(storage.transaction(brand, (tx) => tx.bots.insert(sampleBot(1, { name: 'Other' }))));
      equal((await storage.reader(brand).bots.find(botId(1)))?.name, 'Bot 1');
    },
  },
  {
    rule: 'ST17',
    title: 'no channel can be added to a bot that is not there',
    async run({ storage }) {
      await rejects(storage.transaction(brand, (tx) => tx.channels.insert(sampleChannel(1))));
      deepEqual(await readWholeBot(storage, brand, 1), nothing);
    },
  },
  {
    rule: 'ST18',
    title: 'a destroyed bot is gone with all that belonged to it, and its id can be used again',
    async run({ storage }) {
      await storage.transaction(brand, async (tx) => {
        await insertFullBot(tx, 1);
        await insertFullBot(tx, 2);
      });
      const other = await readWholeBot(storage, brand, 2);
      await storage.transaction(brand, async (tx) => {
        await tx.bots.lock(botId(1));
        await tx.bots.destroy(botId(1));
        await tx.bots.destroy(botId(1));
        equal(await tx.drafts.find(botId(1)), undefined);
      });

      deepEqual(await readWholeBot(storage, brand, 1), nothing);
      deepEqual(await readWholeBot(storage, brand, 2), other);
      const bot = await storage.transaction(brand, (tx) => tx.bots.insert(sampleBot(1)));
      deepEqual(await readWholeBot(storage, brand, 1), { ...nothing, bot });
      equal(await storage.transaction(brand, (tx) => tx.versions.reveal(botId(1), versionId(2), 1)), 'gone');
    },
  },
  {
    rule: 'ST25',
    title: 'linked bots are found by uuid and by number, in any state, each once',
    async run({ storage }) {
      const numbers = await storage.transaction(brand, async (tx) => {
        await tx.bots.insert(sampleBot(1));
        await tx.bots.insert(sampleBot(2, { state: 'trashed', trashedAt: 5, publishedAt: 4, channelFamily: 'msgapp' }));
        const third = await tx.bots.insert(sampleBot(3, { publishedAt: 0 }));
        await tx.bots.insert(sampleBot(4));
        return [third.number];
      });
      const elsewhere = await storage.transaction(otherBrand, (tx) => tx.bots.insert(sampleBot(9)));

      const find = async (ids: readonly string[], wanted: readonly number[]) => {
        const found = await storage.reader(brand).bots.findLinked({ ids, numbers: wanted });
        return [...found].sort((a, b) => (a.id < b.id ? -1 : 1));
      };
      const second = {
        id: botId(2),
        number: 2,
        name: 'Bot 2',
        workspace: 1,
        channelFamily: 'msgapp',
        published: true,
      } as const;
      const third = {
        id: botId(3),
        number: 3,
        name: 'Bot 3',
        workspace: 1,
        channelFamily: 'native',
        published: true,
      } as const;
      deepEqual(await find([botId(2), botId(3), botId(3), botId(77), 'no uuid'], [...numbers, 3, 999, -1, 0.5]), [
        { ...second, state: 'trashed' },
        { ...third, state: 'active' },
      ]);
      deepEqual(await find([], [1]), [
        {
          id: botId(1),
          number: 1,
          name: 'Bot 1',
          workspace: 1,
          channelFamily: 'native',
          state: 'active',
          published: false,
        },
      ]);
      deepEqual(await find([], []), []);
      deepEqual(await find([botId(9)], [elsewhere.number]), []);
    },
  },
];

const fullMembers: Partial<BotRecord> = {
  name: '  "Ünï" \u{1f916} %_\\\' ',
  foldedName: 'ünï \u{1f916} %_\\\'"',
  workspace: 2_147_483_648,
  channelFamily: 'msgapp',
  state: 'trashed',
  builder: 'older',
  channels: ['c-2', 'c-1', 'c-3'],
  createdAt: 0,
  editedAt: 8_640_000_000_000_000,
  publishedAt: 1_785_000_000_123,
  trashedAt: 1_785_000_000_456,
  requiredTier: 'professional',
  liveVersion: versionId(3),
};
