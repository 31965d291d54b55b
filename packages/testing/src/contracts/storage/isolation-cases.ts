import { deepEqual, equal } from 'node:assert/strict';
import type { Storage } from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import {
  atOnce,
  botId,
  brand,
  firstPage,
  insertBot,
  insertFullBot,
  keepAll,
  nothing,
  otherBrand,
  overwriteAll,
  readWholeBot,
  sampleBot,
  sampleDraft,
  sampleFeedback,
  sampleTestDeployment,
  sampleVersion,
  versionId,
} from './samples.ts';
import type { StorageFixture } from './storage-fixture.ts';

export const isolationCases: readonly ContractCase<StorageFixture>[] = [
  {
    rule: 'ST7',
    title: 'what was read cannot be used to change what is stored',
    async run({ storage }) {
      await storage.transaction(brand, (tx) => insertFullBot(tx, 1));
      const before = structuredClone(await readDeeply(storage));

      overwriteAll(await readDeeply(storage));
      await storage.transaction(brand, async (tx) => {
        overwriteAll(await tx.bots.find(botId(1)));
        overwriteAll(await tx.drafts.find(botId(1)));
        overwriteAll(await tx.bots.lock(botId(1)));
        overwriteAll(await tx.channels.listByBot(botId(1)));
      });

      deepEqual(await readDeeply(storage), before);
    },
  },
  {
    rule: 'ST7',
    title: 'what a call returned does not change when the store does',
    async run({ storage }) {
      await storage.transaction(brand, (tx) => insertFullBot(tx, 1));
      const held = await storage.reader(brand).bots.find(botId(1));
      const page = await storage.reader(brand).versions.list(botId(1), firstPage);
      const before = structuredClone({ held, page });

      await storage.transaction(brand, async (tx) => {
        await tx.bots.lock(botId(1));
        await tx.bots.update(botId(1), { name: 'Other', editedAt: 9 });
        await tx.versions.label(botId(1), versionId(1), 'Label');
      });
      deepEqual({ held, page }, before);
    },
  },
  {
    rule: 'ST7',
    title: 'what was passed to a write may be changed by the caller at once',
    async run({ storage }) {
      const violation = { code: 'start_point', message: 'No start.', pointer: '', severity: 'error' } as const;
      const bot = structuredClone(sampleBot(1));
      const draft = structuredClone(sampleDraft(1, 1, { violations: [violation], violationsTotal: 1 }));
      const feedback = structuredClone(sampleFeedback);
      const version = structuredClone(sampleVersion(1, 1));
      const deployment = structuredClone(sampleTestDeployment(1));

      await storage.transaction(brand, async (tx) => {
        const written = [
          tx.bots.insert(bot),
          tx.drafts.insert(draft),
          tx.feedback.put(botId(1), feedback),
          tx.versions.reserve(version, 1),
          tx.versions.reveal(botId(1), versionId(1), 3_001),
          tx.testDeployments.put(deployment),
        ];
        for (const given of [bot, draft, feedback, version, deployment]) overwriteAll(given);
        await Promise.all(written);
      });

      const { number: _number, ...stored } = (await storage.reader(brand).bots.find(botId(1))) ?? { number: 0 };
      deepEqual(stored, sampleBot(1));
      const whole = await readWholeBot(storage, brand, 1);
      deepEqual(whole, {
        ...nothing,
        bot: { ...sampleBot(1), number: 1 },
        draft: sampleDraft(1, 1, { violations: [violation], violationsTotal: 1 }),
        versions: { items: [summary(1)], total: 1, ...firstPage },
        version: sampleVersion(1, 1),
        latest: sampleVersion(1, 1),
        feedback: sampleFeedback,
        testDeployment: sampleTestDeployment(1),
      });
    },
  },
  {
    rule: 'ST10',
    title: 'no read of another brand finds anything, by id or by number',
    async run({ storage }) {
      const bot = await storage.transaction(brand, (tx) => insertFullBot(tx, 1));

      deepEqual(await readWholeBot(storage, otherBrand, 1), nothing);
      const wanted = { ids: [bot.id], numbers: [bot.number] };
      deepEqual(await storage.reader(otherBrand).bots.findLinked(wanted), []);
      for (const order of ['published', 'created', 'name'] as const) {
        const query = { state: 'active', workspaces: [1], order, search: '', ...firstPage } as const;
        deepEqual(await storage.reader(otherBrand).bots.list(query), { items: [], total: 0, ...firstPage });
      }
      await storage.transaction(otherBrand, async (tx) => {
        equal(await tx.bots.lock(bot.id), undefined);
        equal(await tx.drafts.find(bot.id), undefined);
        deepEqual(await tx.bots.findLinked(wanted), []);
      });
    },
  },
  {
    rule: 'ST11',
    title: 'no write of another brand reaches a bot',
    async run({ storage }) {
      await storage.transaction(brand, (tx) => insertFullBot(tx, 1));
      const before = await readWholeBot(storage, brand, 1);

      await storage.transaction(otherBrand, async (tx) => {
        await tx.bots.lock(botId(1));
        await tx.bots.destroy(botId(1));
        equal(await tx.drafts.replace(sampleDraft(1, 3), 2, keepAll), 'stale');
        equal(await tx.versions.reveal(botId(1), versionId(2), 9_000), 'gone');
        equal(await tx.versions.label(botId(1), versionId(1), 'Label'), 'absent');
        equal(await tx.versions.delete(botId(1), versionId(1)), 'absent');
        await tx.versions.dropReservation(botId(1), versionId(2));
      });
      // A store may refuse these or drop them.
      await Promise.allSettled([
        storage.transaction(otherBrand, (tx) => tx.feedback.put(botId(1), { ...sampleFeedback, thanks: 'Bye' })),
        storage.transaction(otherBrand, (tx) => tx.testDeployments.put(sampleTestDeployment(1, { deployedAt: 1 }))),
      ]);

      deepEqual(await readWholeBot(storage, brand, 1), before);
      equal(await storage.transaction(brand, (tx) => tx.versions.reveal(botId(1), versionId(2), 9_000)), 'revealed');
    },
  },
  {
    rule: 'ST11',
    title: 'two brands with the same ids live side by side',
    async run({ storage }) {
      await storage.transaction(brand, (tx) => insertFullBot(tx, 1));
      await storage.transaction(otherBrand, (tx) => insertFullBot(tx, 1));
      const before = await readWholeBot(storage, brand, 1);

      await storage.transaction(otherBrand, async (tx) => {
        await tx.bots.lock(botId(1));
        await tx.bots.update(botId(1), { name: 'Other' });
        await tx.drafts.replace(sampleDraft(1, 3), 2, { maxRevisions: 0, maxBytes: 0 });
        await tx.versions.label(botId(1), versionId(1), 'Label');
        await tx.feedback.put(botId(1), { ...sampleFeedback, enabled: false });
      });
      deepEqual(await readWholeBot(storage, brand, 1), before);

      await storage.transaction(otherBrand, async (tx) => {
        await tx.bots.lock(botId(1));
        await tx.bots.destroy(botId(1));
      });
      deepEqual(await readWholeBot(storage, brand, 1), before);
    },
  },
  {
    rule: 'ST11',
    title: 'a request key of one brand is free in another',
    async run({ storage }) {
      const reservation = {
        person: 7,
        path: '/bots',
        key: 'k1',
        fingerprint: 'f1',
        run: 'first',
        now: 1_000,
        leaseUntil: 61_000,
        replayForMs: 100_000,
      };
      const take = (name: string) => storage.transaction(name, (tx) => tx.requests.reserve(reservation));
      deepEqual(await take(brand), { kind: 'reserved' });
      deepEqual(await take(otherBrand), { kind: 'reserved' });
      await storage.transaction(otherBrand, (tx) => tx.requests.free(reservation, 'first'));
      deepEqual(await take(brand), { kind: 'in_use' });
    },
  },
  {
    rule: 'ST15',
    title: 'of 32 transactions that lock, read and add, none is lost',
    async run({ storage }) {
      await storage.transaction(brand, async (tx) => {
        await insertBot(tx, 1, { editedAt: 0 });
        await tx.feedback.put(botId(1), { ...sampleFeedback, question: '0' });
      });

      await atOnce(32, () =>
        storage.transaction(brand, async (tx) => {
          await tx.bots.find(botId(1));
          const locked = await tx.bots.lock(botId(1));
          const feedback = await tx.feedback.find(botId(1));
          const draft = await tx.drafts.find(botId(1));
          const again = await tx.bots.find(botId(1));
          deepEqual(again, locked);
          await tx.bots.update(botId(1), { editedAt: (locked?.editedAt ?? Number.NaN) + 1 });
          await tx.feedback.put(botId(1), { ...sampleFeedback, question: `${Number(feedback?.question) + 1}` });
          const revision = draft?.revision ?? Number.NaN;
          equal(await tx.drafts.replace(sampleDraft(1, revision + 1), revision, keepAll), 'replaced');
        }),
      );

      const reader = storage.reader(brand);
      equal((await reader.bots.find(botId(1)))?.editedAt, 32);
      equal((await reader.feedback.find(botId(1)))?.question, '32');
      equal((await reader.drafts.find(botId(1)))?.revision, 33);
    },
  },
  {
    rule: 'ST15',
    title: 'while a bot is locked, another transaction that locks it waits',
    async run({ storage }) {
      await storage.transaction(brand, (tx) => insertBot(tx, 1));
      const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
      await Promise.all([
        storage.transaction(brand, async (tx) => {
          await tx.bots.lock(botId(1));
          locked();
          for (let look = 0; look < 20; look += 1) {
            equal((await tx.drafts.find(botId(1)))?.revision, 1);
            equal(await tx.feedback.find(botId(1)), undefined);
          }
        }),
        // Any of several concurrent transactions can be the first.
        isLocked.then(() =>
          storage.transaction(brand, async (tx) => {
            await tx.bots.lock(botId(1));
            await tx.drafts.replace(sampleDraft(1, 2), 1, keepAll);
            await tx.feedback.put(botId(1), sampleFeedback);
          }),
        ),
      ]);
      equal((await storage.reader(brand).drafts.find(botId(1)))?.revision, 2);
    },
  },
  {
    rule: 'ST15',
    title: 'locking a bot that the brand does not have returns undefined',
    async run({ storage }) {
      equal(await storage.transaction(brand, (tx) => tx.bots.lock(botId(1))), undefined);
    },
  },
];

function summary(version: number): unknown {
  const { botId: _botId, diagramJson: _diagramJson, ...rest } = sampleVersion(1, version);
  return rest;
}

async function readDeeply(storage: Storage): Promise<unknown> {
  const query = { state: 'active', workspaces: [1], order: 'created', ...firstPage } as const;
  return { whole: await readWholeBot(storage, brand, 1), list: await storage.reader(brand).bots.list(query) };
}
