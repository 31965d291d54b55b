import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { BrandReader, BrandTransaction, Storage, VersionRecord } from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import { atOnce, botId, brand, firstPage, insertBot, sampleVersion, versionId } from './samples.ts';
import type { StorageFixture } from './storage-fixture.ts';

export const versionCases: readonly ContractCase<StorageFixture>[] = [
  {
    rule: 'ST33',
    title: 'no read finds a reservation, not even in its own transaction',
    async run({ storage }) {
      await storage.transaction(brand, async (tx) => {
        await insertBot(tx, 1);
        await tx.versions.reserve(sampleVersion(1, 1), 1_000);
        deepEqual(await readVersions(tx, 1), unpublished);
      });
      deepEqual(await readVersions(storage.reader(brand), 1), unpublished);
      equal(await storage.transaction(brand, (tx) => tx.versions.label(botId(1), versionId(1), 'x')), 'absent');
      equal(await storage.transaction(brand, (tx) => tx.versions.delete(botId(1), versionId(1))), 'absent');
      equal(await storage.transaction(brand, (tx) => tx.versions.reveal(botId(1), versionId(1), 9)), 'revealed');
    },
  },
  {
    rule: 'ST33',
    title: 'a reservation above the revealed versions changes neither the latest nor the total',
    async run({ storage }) {
      await publish(storage, 1);
      const before = await readVersions(storage.reader(brand), 1);
      await storage.transaction(brand, (tx) => tx.versions.reserve(sampleVersion(1, 2), 1_000));
      deepEqual(await readVersions(storage.reader(brand), 1), before);
      equal(await storage.reader(brand).versions.find(botId(1), versionId(2)), undefined);
    },
  },
  {
    rule: 'ST34',
    title: 'a revealed version is as it was reserved, with the moment of its reveal as that of publication',
    async run({ storage }) {
      await storage.transaction(brand, async (tx) => {
        await insertBot(tx, 1);
        await tx.versions.reserve(sampleVersion(1, 1, fullMembers), 1_000);
      });
      equal(await storage.transaction(brand, (tx) => tx.versions.reveal(botId(1), versionId(1), 9_999)), 'revealed');

      const record = { ...sampleVersion(1, 1, fullMembers), publishedAt: 9_999 };
      const reader = storage.reader(brand);
      deepEqual(await reader.versions.find(botId(1), versionId(1)), record);
      deepEqual(await reader.versions.latest(botId(1)), record);
      deepEqual((await reader.versions.list(botId(1), firstPage)).items, [summaryOf(record)]);
      for (const id of [versionId(2), '', 'no uuid']) equal(await reader.versions.find(botId(1), id), undefined);
      equal(await reader.versions.find(botId(2), versionId(1)), undefined);
    },
  },
  {
    rule: 'ST34',
    title: "of 32 concurrent reveals one reveals the version, and the others return 'gone'",
    async run({ storage }) {
      await storage.transaction(brand, async (tx) => {
        await insertBot(tx, 1);
        await tx.versions.reserve(sampleVersion(1, 1), 1_000);
      });
      const outcomes = await atOnce(32, (index) =>
        storage.transaction(brand, async (tx) => {
          await tx.versions.latest(botId(1));
          return tx.versions.reveal(botId(1), versionId(1), index);
        }),
      );
      equal(outcomes.filter((outcome) => outcome === 'revealed').length, 1);
      equal(outcomes.filter((outcome) => outcome === 'gone').length, 31);
      const version = await storage.reader(brand).versions.find(botId(1), versionId(1));
      equal(version?.publishedAt, outcomes.indexOf('revealed'));
    },
  },
  {
    rule: 'ST34',
    title: "revealing a version that was dropped, swept, never reserved or revealed before returns 'gone'",
    async run({ storage }) {
      await storage.transaction(brand, async (tx) => {
        await insertBot(tx, 1);
        await tx.versions.reserve(sampleVersion(1, 1), 1_000);
        await tx.versions.reserve(sampleVersion(1, 2), 1_000);
        await tx.versions.dropReservation(botId(1), versionId(1));
      });
      await storage.tenants.sweep({ reservedBefore: 1_001, completedBefore: 0 });
      const reveal = (version: number) =>
        storage.transaction(brand, (tx) => tx.versions.reveal(botId(1), versionId(version), 9));
      deepEqual([await reveal(1), await reveal(2), await reveal(3)], ['gone', 'gone', 'gone']);
      deepEqual(await readVersions(storage.reader(brand), 1), unpublished);

      await storage.transaction(brand, (tx) => tx.versions.reserve(sampleVersion(1, 4), 1_000));
      deepEqual([await reveal(4), await reveal(4)], ['revealed', 'gone']);
    },
  },
  {
    rule: 'ST36',
    title: 'dropping removes a reservation and leaves a revealed version',
    async run({ storage }) {
      await publish(storage, 1);
      const before = await readVersions(storage.reader(brand), 1);
      await storage.transaction(brand, async (tx) => {
        await tx.versions.dropReservation(botId(1), versionId(1));
        await tx.versions.dropReservation(botId(1), versionId(7));
        await tx.versions.dropReservation(botId(7), versionId(1));
        await tx.versions.reserve(sampleVersion(1, 2), 1_000);
        await tx.versions.dropReservation(botId(1), versionId(2));
        equal(await tx.versions.reveal(botId(1), versionId(2), 9), 'gone');
        await tx.versions.reserve(sampleVersion(1, 2), 1_000);
      });
      deepEqual(await readVersions(storage.reader(brand), 1), before);
    },
  },
  {
    rule: 'ST37',
    title: 'versions list by descending id, page by page, and the latest is the first of them',
    async run({ storage }) {
      await publish(storage, 1, 2, 10, 16, 255, 4_096);
      const reader = storage.reader(brand);
      const expected = [4_096, 255, 16, 10, 2, 1].map((version) => summaryOf(sampleVersion(1, version)));

      deepEqual(await reader.versions.list(botId(1), firstPage), { items: expected, total: 6, ...firstPage });
      for (const page of [1, 2, 3, Number.MAX_SAFE_INTEGER]) {
        const range = { page, pageSize: 4 };
        const items = page > 2 ? [] : expected.slice(page * 4 - 4, page * 4);
        deepEqual(await reader.versions.list(botId(1), range), { items, total: 6, ...range });
      }
      deepEqual(await reader.versions.latest(botId(1)), sampleVersion(1, 4_096));
    },
  },
  {
    rule: 'ST38',
    title: 'a label is set, replaced and removed, and nothing else changes',
    async run({ storage }) {
      await publish(storage, 1, 2);
      const other = await storage.reader(brand).versions.find(botId(1), versionId(2));
      const label = (version: number, name: string | undefined) =>
        storage.transaction(brand, (tx) => tx.versions.label(botId(1), versionId(version), name));
      const find = () => storage.reader(brand).versions.find(botId(1), versionId(1));

      for (const name of ['First', 'Ünï \u{1f916}', undefined, undefined, 'Again']) {
        equal(await label(1, name), 'labelled');
        deepEqual(await find(), { ...sampleVersion(1, 1), ...(name === undefined ? {} : { name }) });
      }
      equal(await label(3, 'x'), 'absent');
      deepEqual(await storage.reader(brand).versions.find(botId(1), versionId(2)), other);
    },
  },
  {
    rule: 'ST39',
    title: 'a revealed version can be deleted, once',
    async run({ storage }) {
      await publish(storage, 1, 2, 3);
      await storage.transaction(brand, (tx) => tx.versions.reserve(sampleVersion(1, 4), 1_000));
      const remove = (version: number) =>
        storage.transaction(brand, (tx) => tx.versions.delete(botId(1), versionId(version)));

      deepEqual([await remove(4), await remove(9)], ['absent', 'absent']);
      deepEqual([await remove(2), await remove(2)], ['deleted', 'absent']);
      const reader = storage.reader(brand);
      equal(await reader.versions.find(botId(1), versionId(2)), undefined);
      const list = await reader.versions.list(botId(1), firstPage);
      deepEqual([list.total, ...list.items.map((version) => version.id)], [2, versionId(3), versionId(1)]);
      equal((await reader.versions.latest(botId(1)))?.id, versionId(3));

      equal(await storage.transaction(brand, (tx) => tx.versions.reveal(botId(1), versionId(4), 9)), 'revealed');
      deepEqual([await remove(3), await remove(3)], ['deleted', 'absent']);
    },
  },
  {
    rule: 'ST40',
    title: 'an id is reserved once, whatever became of the version',
    async run({ storage }) {
      await publish(storage, 1);
      const reserve = (version: number) =>
        storage.transaction(brand, (tx) => tx.versions.reserve(sampleVersion(1, version), 1_000));
      await reserve(2);
      await rejects(reserve(1));
      await rejects(reserve(2));
    },
  },
];

const fullMembers: Partial<VersionRecord> = {
  name: 'Label \u{1f916}',
  publishedBy: 2_147_483_648,
  restoredFrom: versionId(77),
  builder: 'older',
  channel: { id: 'c-1', name: 'Web "1"', type: 'native' },
  requiredTier: 'business',
};

const unpublished = { list: { items: [], total: 0, ...firstPage }, latest: undefined, first: undefined };

async function readVersions(reader: BrandReader | BrandTransaction, bot: number): Promise<unknown> {
  return {
    list: await reader.versions.list(botId(bot), firstPage),
    latest: await reader.versions.latest(botId(bot)),
    first: await reader.versions.find(botId(bot), versionId(1)),
  };
}

/** Inserts bot 1 and publishes these versions in it, in this order. */
async function publish(storage: Storage, ...versions: readonly number[]): Promise<void> {
  await storage.transaction(brand, async (tx) => {
    await insertBot(tx, 1);
    for (const version of versions) {
      await tx.versions.reserve(sampleVersion(1, version, { publishedAt: 1 }), 1_000);
      const publishedAt = sampleVersion(1, version).publishedAt;
      equal(await tx.versions.reveal(botId(1), versionId(version), publishedAt), 'revealed');
    }
  });
}

function summaryOf({ botId: _b, diagramJson: _d, channel: _c, requiredTier: _r, ...summary }: VersionRecord): unknown {
  return summary;
}
