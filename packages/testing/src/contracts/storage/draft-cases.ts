import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { HistoryBounds, Storage } from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import {
  atOnce,
  botId,
  brand,
  firstPage,
  insertBot,
  keepAll,
  sampleBot,
  sampleDraft,
  sampleTestDeployment,
  sampleVersion,
  versionId,
} from './samples.ts';
import type { StorageFixture } from './storage-fixture.ts';

export const draftCases: readonly ContractCase<StorageFixture>[] = [
  {
    rule: 'ST26',
    title: 'a diagram text comes back unchanged, wherever it is stored',
    async run({ storage }) {
      for (const [index, diagramJson] of awkwardTexts.entries()) {
        const bot = index + 1;
        await storage.transaction(brand, async (tx) => {
          await tx.bots.insert(sampleBot(bot));
          await tx.drafts.insert(sampleDraft(bot, 1, { diagramJson }));
          await tx.versions.reserve(sampleVersion(bot, 1, { diagramJson }), 1);
          await tx.versions.reveal(botId(bot), versionId(1), 3_001);
          await tx.testDeployments.put(sampleTestDeployment(bot, { diagramJson }));
        });
        const reader = storage.reader(brand);
        equal((await reader.drafts.find(botId(bot)))?.diagramJson, diagramJson);
        equal((await reader.versions.find(botId(bot), versionId(1)))?.diagramJson, diagramJson);
        equal((await reader.versions.latest(botId(bot)))?.diagramJson, diagramJson);
        equal((await reader.testDeployments.find(botId(bot)))?.diagramJson, diagramJson);

        await storage.transaction(brand, (tx) => tx.drafts.replace(sampleDraft(bot, 2), 1, keepAll));
        const revisions = await reader.drafts.listRevisions(botId(bot), firstPage);
        equal(revisions.items[0]?.diagramJson, diagramJson);
      }
    },
  },
  {
    rule: 'ST27',
    title: 'of 32 concurrent replacements of one revision exactly one is made',
    async run({ storage }) {
      await storage.transaction(brand, (tx) => insertBot(tx, 1));
      for (const revision of [1, 2, 3]) {
        const outcomes = await atOnce(32, (writer) =>
          storage.transaction(brand, async (tx) => {
            const seen = await tx.drafts.find(botId(1));
            equal((seen?.revision ?? 0) >= revision, true);
            const next = sampleDraft(1, revision + 1, { editedBy: writer, diagramJson: `{"writer":${writer}}` });
            return tx.drafts.replace(next, revision, keepAll);
          }),
        );
        const winners = outcomes.flatMap((outcome, writer) => (outcome === 'replaced' ? [writer] : []));
        equal(winners.length, 1);
        equal(outcomes.filter((outcome) => outcome === 'stale').length, 31);
        const draft = await storage.reader(brand).drafts.find(botId(1));
        deepEqual([draft?.revision, draft?.diagramJson], [revision + 1, `{"writer":${winners[0]}}`]);
        equal((await storage.reader(brand).drafts.listRevisions(botId(1), firstPage)).total, revision);
      }
    },
  },
  {
    rule: 'ST27',
    title: 'a replacement that expects another revision is stale and writes nothing',
    async run({ storage }) {
      await storage.transaction(brand, async (tx) => {
        await tx.bots.insert(sampleBot(1));
        await tx.drafts.insert(sampleDraft(1, 5));
        await tx.bots.insert(sampleBot(2));
      });
      const replace = (bot: number, revision: number, expected: number) =>
        storage.transaction(brand, (tx) => tx.drafts.replace(sampleDraft(bot, revision), expected, keepAll));

      equal(await replace(1, 7, 4), 'stale');
      equal(await replace(1, 7, 6), 'stale');
      equal(await replace(2, 2, 1), 'stale');
      equal(await replace(3, 2, 1), 'stale');
      deepEqual(await storage.reader(brand).drafts.find(botId(1)), sampleDraft(1, 5));
      equal(await storage.reader(brand).drafts.find(botId(2)), undefined);
      equal((await storage.reader(brand).drafts.listRevisions(botId(1), firstPage)).total, 0);
      equal(await replace(1, 6, 5), 'replaced');
    },
  },
  {
    rule: 'ST28',
    title: 'each replaced state is kept as it was, newest first, page by page',
    async run({ storage }) {
      await storage.transaction(brand, (tx) => insertBot(tx, 1));
      await replaceTimes(storage, 7, keepAll);

      const revisions = await storage.reader(brand).drafts.listRevisions(botId(1), firstPage);
      const expected = [7, 6, 5, 4, 3, 2, 1].map((revision) => {
        const { diagramJson, editedAt, editedBy } = sampleDraft(1, revision);
        return { revision, diagramJson, editedAt, editedBy };
      });
      deepEqual(revisions, { items: expected, total: 7, ...firstPage });
      for (const page of [1, 2, 3, 4]) {
        const range = { page, pageSize: 3 };
        const cut = await storage.reader(brand).drafts.listRevisions(botId(1), range);
        deepEqual(cut, { items: expected.slice(page * 3 - 3, page * 3), total: 7, ...range });
      }
      const far = { page: Number.MAX_SAFE_INTEGER, pageSize: 100 };
      const past = await storage.reader(brand).drafts.listRevisions(botId(1), far);
      deepEqual(past, { items: [], total: 7, ...far });
      deepEqual(await storage.reader(brand).drafts.find(botId(1)), sampleDraft(1, 8));
    },
  },
  {
    rule: 'ST29',
    title: 'the history never has more states than it may',
    async run({ storage }) {
      await storage.transaction(brand, (tx) => insertBot(tx, 1));
      await replaceTimes(storage, 6, { ...keepAll, maxRevisions: 3 });
      deepEqual(await revisionNumbers(storage), [6, 5, 4]);
      await replaceTimes(storage, 1, { ...keepAll, maxRevisions: 5 });
      deepEqual(await revisionNumbers(storage), [7, 6, 5, 4]);
      await replaceTimes(storage, 1, { ...keepAll, maxRevisions: 2 });
      deepEqual(await revisionNumbers(storage), [8, 7]);
      await replaceTimes(storage, 1, { ...keepAll, maxRevisions: 0 });
      deepEqual(await revisionNumbers(storage), []);
      await replaceTimes(storage, 1, { ...keepAll, maxRevisions: 1 });
      deepEqual(await revisionNumbers(storage), [10]);
    },
  },
  {
    rule: 'ST30',
    title: 'the history never has more bytes than it may, counted in UTF-8',
    async run({ storage }) {
      // 12 bytes each: quoted letters of 1, 2, 3 and 4 bytes in UTF-8.
      const texts = ['"aaaaaaaaaa"', '"ééééé"', '"\u20ac\u20ac\u20ace"', '"\u{1f916}\u{1f916}ab"', '"bbbbbbbbbb"'];
      await storage.transaction(brand, (tx) => insertBot(tx, 1));
      const write = async (diagramJson: string, maxBytes: number) => {
        const now = await storage.reader(brand).drafts.find(botId(1));
        const revision = now?.revision ?? 0;
        const next = sampleDraft(1, revision + 1, { diagramJson });
        const keep = { maxRevisions: 1_000, maxBytes };
        equal(await storage.transaction(brand, (tx) => tx.drafts.replace(next, revision, keep)), 'replaced');
      };

      await write(texts[0] ?? '', 0);
      deepEqual(await revisionNumbers(storage), []);
      for (const text of texts.slice(1)) await write(text, 48);
      deepEqual(await revisionNumbers(storage), [5, 4, 3, 2]);
      await write('""', 48);
      deepEqual(await revisionNumbers(storage), [6, 5, 4, 3]);
      await write('""', 38);
      deepEqual(await revisionNumbers(storage), [7, 6, 5, 4]);
      await write('""', 27);
      deepEqual(await revisionNumbers(storage), [8, 7, 6]);
      await write(`"${'x'.repeat(100)}"`, 27);
      deepEqual(await revisionNumbers(storage), [9, 8, 7, 6]);
    },
  },
  {
    rule: 'ST30',
    title: 'a past state that is larger than the bound alone is not kept, and what is older is removed too',
    async run({ storage }) {
      await storage.transaction(brand, (tx) => insertBot(tx, 1));
      const large = sampleDraft(1, 2, { diagramJson: `"${'x'.repeat(200)}"` });
      const bounds = { maxRevisions: 10, maxBytes: 100 };
      await storage.transaction(brand, (tx) => tx.drafts.replace(large, 1, bounds));
      deepEqual(await revisionNumbers(storage), [1]);
      await storage.transaction(brand, (tx) => tx.drafts.replace(sampleDraft(1, 3), 2, bounds));
      deepEqual(await revisionNumbers(storage), []);
      await replaceTimes(storage, 1, bounds);
      deepEqual(await revisionNumbers(storage), [3]);
    },
  },
  {
    rule: 'ST31',
    title: 'violations stay as they were given, with the number of those that are left out',
    async run({ storage }) {
      const violations = [
        {
          code: 'param_required',
          message: 'text \u{1f916} is required',
          blockId: '\ud800 "id"',
          param: '__proto__',
          pointer: '/nodes/~0~1',
          severity: 'error',
          hint: 'Add it.',
        },
        { code: 'account_unknown', message: '', pointer: '', severity: 'warning', connectionId: 'c', output: '$x' },
        { code: 'account_unknown', message: '', pointer: '', severity: 'warning', connectionId: 'c', output: '$x' },
      ] as const;
      const draft = sampleDraft(1, 2, { violations, violationsTotal: 12_345 });
      await storage.transaction(brand, async (tx) => {
        await insertBot(tx, 1);
        await tx.drafts.replace(draft, 1, keepAll);
      });
      deepEqual(await storage.reader(brand).drafts.find(botId(1)), draft);
    },
  },
  {
    rule: 'ST32',
    title: 'a bot has one draft',
    async run({ storage }) {
      await storage.transaction(brand, (tx) => insertBot(tx, 1));
      await rejects(storage.transaction(brand, (tx) => tx.drafts.insert(sampleDraft(1, 2))));
      deepEqual(await storage.reader(brand).drafts.find(botId(1)), sampleDraft(1, 1));
    },
  },
];

const awkwardTexts: readonly string[] = [
  '{"nodes":{},"connections":{}}',
  ' {\n\t"z" : 1.0 , "a" : 1e2, "10": 1, "9": 2, "a": 3 }\r\n',
  '{"\\u0000":"\\ud800","__proto__":{"constructor":null},"\u{1f916}":"\uffff\u2028é e\u0301"}',
  `{"nodes":{},"big":"${'\u{1f916}\\"x'.repeat(40_000)}"}`,
  '',
];

async function replaceTimes(storage: Storage, times: number, keep: HistoryBounds): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await storage.transaction(brand, async (tx) => {
      const revision = (await tx.drafts.find(botId(1)))?.revision ?? 0;
      equal(await tx.drafts.replace(sampleDraft(1, revision + 1), revision, keep), 'replaced');
    });
  }
}

async function revisionNumbers(storage: Storage): Promise<readonly number[]> {
  const page = await storage.reader(brand).drafts.listRevisions(botId(1), firstPage);
  equal(page.total, page.items.length);
  return page.items.map((revision) => revision.revision);
}
