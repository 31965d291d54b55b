import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { type BrandTransaction, tenantChanges } from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import { insertCustomers } from './customer-samples.ts';
import { sampleDelivery } from './delivery-samples.ts';
import { insertCustomer, openChannel, sampleCustomer, sampleMessage } from './record-samples.ts';
import {
  atOnce,
  botId,
  brand,
  firstPage,
  insertBot,
  insertFullBot,
  keepAll,
  nothing,
  readWholeBot,
  sampleBot,
  sampleDraft,
  sampleFeedback,
} from './samples.ts';
import type { StorageFixture } from './storage-fixture.ts';

export const transactionCases: readonly ContractCase<StorageFixture>[] = [
  {
    rule: 'ST118',
    title: 'writes that are made at the same time take effect in their order',
    async run({ storage }) {
      const [channel = 0] = await openChannel(storage, 1);
      const { number } = await storage.transaction(brand, (tx) => insertCustomer(tx, sampleCustomer(channel)));
      const messages = [1, 2, 3].map((seq) => sampleMessage(seq));
      const write = (tx: BrandTransaction) =>
        Promise.all([
          tx.customers.lock(number),
          tx.settings.revision(),
          ...messages.map((message) => tx.messages.insert(number, message)),
          tx.customers.update(number, { name: 'First', lastSeq: 3 }),
          tx.conversations.push(number, { kind: 'closed' }, 1),
          tx.customers.update(number, { name: 'Last' }),
          tx.conversations.push(number, { kind: 'taken_over' }, 2),
          tx.deliveries.add([sampleDelivery(1)]),
        ]);
      const look = async () => {
        const reader = storage.reader(brand);
        const { items } = await reader.messages.list(number, { offset: 0, limit: 10 });
        const { total } = await reader.deliveries.list({ workspaces: [1], offset: 0, limit: 0 });
        const customer = await reader.customers.find(number);
        return [customer?.name, items.map(({ seq }) => seq), (await reader.conversations.next(number))?.item, total];
      };
      const before = await look();
      await rejects(
        storage.transaction(brand, async (tx) => {
          await write(tx);
          throw new Error('no');
        }),
      );
      deepEqual(await look(), before);
      await storage.transaction(brand, write);
      deepEqual(await look(), ['Last', [3, 2, 1], { kind: 'closed' }, 1]);
    },
  },
  {
    rule: 'ST118',
    title: 'when one of several calls rejects, the transaction can undo the others',
    async run({ storage }) {
      const [channel = 0] = await openChannel(storage, 1);
      const { number } = await storage.transaction(brand, (tx) => insertCustomer(tx, sampleCustomer(channel)));
      const attempt = storage.transaction(brand, async (tx) => {
        await tx.customers.lock(number);
        await Promise.all([
          tx.messages.insert(number, sampleMessage(1)),
          tx.messages.insert(number, sampleMessage(1)),
          tx.customers.update(number, { name: 'Changed', lastSeq: 1 }),
        ]);
      });
      await rejects(attempt);
      const reader = storage.reader(brand);
      equal((await reader.customers.find(number))?.name, sampleCustomer(channel).name);
      equal((await reader.messages.list(number, { offset: 0, limit: 1 })).total, 0);
    },
  },
  {
    rule: 'ST1',
    title: 'a list taken while two bots are renamed together shows both names or neither',
    async run({ storage }) {
      await storage.transaction(brand, async (tx) => {
        await tx.bots.insert(sampleBot(1, { name: 'round 0' }));
        await tx.bots.insert(sampleBot(2, { name: 'round 0' }));
      });
      const listNames = async () => {
        const page = await storage.reader(brand).bots.list(allActive);
        return page.items.map((bot) => bot.name);
      };

      for (let round = 1; round <= 8; round += 1) {
        const during: Promise<string[]>[] = [];
        const rename = storage.transaction(brand, async (tx) => {
          for (const number of [1, 2]) {
            await tx.bots.lock(botId(number));
            await tx.bots.update(botId(number), { name: `round ${round}` });
            during.push(listNames());
          }
        });
        for (let look = 0; look < 8; look += 1) during.push(Promise.resolve().then(listNames));
        await rename;

        for (const [first, second] of await Promise.all(during)) {
          equal(first, second);
          ok(first === `round ${round}` || first === `round ${round - 1}`, first);
        }
        deepEqual(await listNames(), [`round ${round}`, `round ${round}`]);
      }
    },
  },
  {
    rule: 'ST2',
    title: 'a rejected transaction leaves nothing of what it wrote, of any kind',
    async run({ storage }) {
      const refusal = new Error('refused');
      const failing = storage.transaction(brand, async (tx) => {
        await insertFullBot(tx, 1);
        await tx.requests.reserve(keyReservation);
        throw refusal;
      });

      equal(await failing.catch((error: unknown) => error), refusal);
      deepEqual(await readWholeBot(storage, brand, 1), nothing);
      const again = await storage.transaction(brand, (tx) => tx.requests.reserve({ ...keyReservation, run: 'other' }));
      deepEqual(again, { kind: 'reserved' });
    },
  },
  {
    rule: 'ST2',
    title: 'a rejected transaction leaves a stored bot as it was, whatever was done to it',
    async run({ storage }) {
      await storage.transaction(brand, (tx) => insertFullBot(tx, 1));
      const before = await readWholeBot(storage, brand, 1);

      for (const change of changesOfAFullBot) {
        const failing = storage.transaction(brand, async (tx) => {
          await tx.bots.lock(botId(1));
          await change(tx);
          throw new Error('refused');
        });
        await rejects(failing, /refused/);
        deepEqual(await readWholeBot(storage, brand, 1), before);
      }
    },
  },
  {
    rule: 'ST2',
    title: 'work that throws before its first await rolls back too',
    async run({ storage }) {
      const refusal = new Error('thrown');
      const failing = storage.transaction(brand, () => {
        throw refusal;
      });
      equal(await failing.catch((error: unknown) => error), refusal);
    },
  },
  {
    rule: 'ST3',
    title: 'a transaction reads what it wrote, and a reader does not before it is committed',
    async run({ storage }) {
      await storage.transaction(brand, (tx) => insertBot(tx, 1));
      const outside: Promise<string | undefined>[] = [];
      const findName = async () => (await storage.reader(brand).bots.find(botId(1)))?.name;

      const failing = storage.transaction(brand, async (tx) => {
        await tx.bots.lock(botId(1));
        await tx.bots.update(botId(1), { name: 'Unborn', foldedName: 'unborn' });
        outside.push(findName());
        equal((await tx.bots.find(botId(1)))?.name, 'Unborn');
        const found = await tx.bots.list({ ...allActive, search: 'unborn' });
        equal(found.total, 1);
        await tx.drafts.replace(sampleDraft(1, 2), 1, keepAll);
        equal((await tx.drafts.find(botId(1)))?.revision, 2);
        outside.push(findName());
        throw new Error('refused');
      });
      await rejects(failing, /refused/);

      deepEqual(await Promise.all(outside), ['Bot 1', 'Bot 1']);
    },
  },
  {
    rule: 'ST3',
    title: 'a transaction sees the bots that it inserted and not those that it destroyed',
    async run({ storage }) {
      const numbers = await storage.transaction(brand, async (tx) => [
        (await tx.bots.insert(sampleBot(1))).number,
        (await tx.bots.insert(sampleBot(2))).number,
      ]);
      await storage.transaction(brand, async (tx) => {
        const third = await tx.bots.insert(sampleBot(3));
        await tx.bots.lock(botId(1));
        await tx.bots.destroy(botId(1));

        const page = await tx.bots.list({ ...allActive, order: 'name' });
        deepEqual(
          page.items.map((bot) => bot.id),
          [botId(2), botId(3)],
        );
        const linked = await tx.bots.findLinked({ ids: [botId(1)], numbers: [...numbers, third.number] });
        deepEqual(linked.map((bot) => bot.id).sort(), [botId(2), botId(3)]);
      });
    },
  },
  {
    rule: 'ST4',
    title: 'a transaction that has ended rejects every call',
    async run({ storage }) {
      await storage.transaction(brand, (tx) => insertBot(tx, 1));
      const kept = await storage.transaction(brand, async (tx) => ({ tx }));
      const { promise: failed, resolve } = Promise.withResolvers<BrandTransaction>();
      await rejects(
        storage.transaction(brand, async (tx) => {
          resolve(tx);
          throw new Error('refused');
        }),
      );

      for (const { tx } of [kept, { tx: await failed }]) {
        await rejects(tx.bots.find(botId(1)));
        await rejects(tx.bots.lock(botId(1)));
        await rejects(tx.bots.insert(sampleBot(2)));
        await rejects(tx.drafts.replace(sampleDraft(1, 2), 1, keepAll));
        await rejects(tx.feedback.put(botId(1), sampleFeedback));
      }
      deepEqual(
        (await storage.reader(brand).bots.list(allActive)).items.map((bot) => bot.id),
        [botId(1)],
      );
      equal((await storage.reader(brand).drafts.find(botId(1)))?.revision, 1);
    },
  },
  {
    rule: 'ST5',
    title: 'of many concurrent transactions those that reject leave nothing, and the others are stored',
    async run({ storage }) {
      const outcomes = await atOnce(24, (index) =>
        storage
          .transaction(brand, async (tx) => {
            await insertFullBot(tx, index);
            if (index % 3 === 0) throw new Error('refused');
          })
          .then(
            () => 'done',
            () => 'refused',
          ),
      );

      for (const [index, outcome] of outcomes.entries()) {
        equal(outcome, index % 3 === 0 ? 'refused' : 'done');
        const bot = await storage.reader(brand).bots.find(botId(index));
        equal(bot !== undefined, index % 3 !== 0);
        const versions = await storage.reader(brand).versions.list(botId(index), firstPage);
        equal(versions.total, index % 3 === 0 ? 0 : 1);
      }
    },
  },
  {
    rule: 'ST6',
    title: 'a transaction returns what its work returns',
    async run({ storage }) {
      equal(await storage.transaction(brand, async () => 42), 42);
      equal(await storage.transaction(brand, async () => undefined), undefined);
    },
  },
  {
    rule: 'ST8',
    title: 'close waits for calls under way, later calls reject, and it may be called twice',
    async run({ storage }) {
      let isWritten = false;
      const running = storage.transaction(brand, async (tx) => {
        await insertFullBot(tx, 1);
        isWritten = true;
      });
      const closing = async () => {
        await storage.close();
        equal(isWritten, true);
      };
      await Promise.all([running, closing()]);
      await storage.close();

      await rejects(storage.transaction(brand, async () => 'late'));
      await rejects(storage.reader(brand).bots.find(botId(1)));
      await rejects(storage.reader(brand).bots.list(allActive));
      await rejects(storage.tenants.findBrand(brand));
      await rejects(tenantChanges(storage.tenants).configure({ brands: [], tokens: [] }, 'removed'));
    },
  },
  {
    rule: 'ST9',
    title: 'a store says that it is durable if it can be opened again, and only then',
    async run({ storage, reopen }) {
      equal(storage.capabilities.durable, reopen !== undefined);
    },
  },
  {
    rule: 'ST9',
    title: 'everything acknowledged is there after the store is opened again',
    needs: 'durable',
    async run({ storage, reopen }) {
      ok(reopen, 'A durable store must be able to open its data again.');
      const principal = { brand, person: 7, workspaces: [1, 2], permissions: ['view_bots', 'edit_bots'] } as const;
      const plan = { name: brand, plan: 'business', workspaces: [1, 2], agents: [] } as const;
      await tenantChanges(storage.tenants).configure(
        { brands: [plan], tokens: [{ hash: 'ab', ...principal }] },
        'removed',
      );
      await storage.transaction(brand, (tx) => insertFullBot(tx, 1));
      await storage.transaction(brand, (tx) => tx.requests.reserve(keyReservation));
      await storage.transaction(brand, (tx) => tx.requests.complete(keyReservation, 'first', 'the response', 2_000));
      const before = await readWholeBot(storage, brand, 1);

      const opened = await reopen();
      deepEqual(await readWholeBot(opened, brand, 1), before);
      deepEqual(await opened.tenants.findPrincipal('ab'), principal);
      deepEqual(await opened.tenants.findBrand(brand), plan);
      const replay = await opened.transaction(brand, (tx) => tx.requests.reserve({ ...keyReservation, now: 2_001 }));
      deepEqual(replay, { kind: 'replay', response: 'the response' });
    },
  },
  {
    rule: 'ST88',
    title: 'a transaction says what it has queued, and nothing that others have queued',
    async run({ storage }) {
      const [customer] = (await storage.transaction(brand, (tx) => insertCustomers(tx, 1))) as [number];
      const none = { deliveries: false, conversations: false };
      const addDelivery = (tx: BrandTransaction) => tx.deliveries.add([sampleDelivery(1)]);
      await storage.transaction(brand, async (tx) => {
        await tx.bots.insert(sampleBot(1));
        await tx.deliveries.add([]);
        deepEqual(tx.queued(), none);
        await addDelivery(tx);
        deepEqual(tx.queued(), { ...none, deliveries: true });
      });
      await storage.transaction(brand, async (tx) => {
        await tx.customers.lock(customer);
        deepEqual(tx.queued(), none);
        await tx.conversations.push(customer, { kind: 'start' }, 1);
        deepEqual(tx.queued(), { ...none, conversations: true });
        await rejects(addDelivery(tx));
        await tx.deliveries.add([sampleDelivery(2)]);
        deepEqual(tx.queued(), { deliveries: true, conversations: true });
      });
    },
  },
  {
    rule: 'ST102',
    title: 'listeners are called for work that another process has queued, each time and for each kind',
    needs: 'queued-work',
    async run({ storage, openBeside }) {
      const other = await openBeside?.();
      if (other?.onQueuedWork === undefined) throw new Error('The store must have onQueuedWork.');
      const [customer] = (await storage.transaction(brand, (tx) => insertCustomers(tx, 1))) as [number];
      let added = 0;
      const queue = {
        deliveries: (tx: BrandTransaction) => tx.deliveries.add([sampleDelivery(++added)]),
        async conversations(tx: BrandTransaction) {
          await tx.customers.lock(customer);
          await tx.conversations.push(customer, { kind: 'start' }, 1);
        },
      };
      for (const listening of [other, storage]) {
        const calls = { deliveries: 0, conversations: 0, afterEnd: 0 };
        let hasEnded = false;
        const end = listening.onQueuedWork?.((work) => {
          if (hasEnded) calls.afterEnd += 1;
          if (work.deliveries) calls.deliveries += 1;
          if (work.conversations) calls.conversations += 1;
        });
        // The first call may be one without cause.
        for (const kind of ['deliveries', 'conversations', 'deliveries', 'conversations'] as const) {
          const before = calls[kind];
          await until(
            () => calls[kind] > before,
            () => storage.transaction(brand, queue[kind]),
            () => storage.reader(brand).customers.find(customer),
          );
        }
        end?.();
        hasEnded = true;
        await storage.transaction(brand, queue.deliveries);
        equal(calls.afterEnd, 0);
      }
    },
  },
];

/** Repeats the act until the condition holds: a listener is connected some time after it was given. */
async function until(
  condition: () => boolean,
  act: () => Promise<unknown>,
  pause: () => Promise<unknown>,
): Promise<void> {
  const patience = AbortSignal.timeout(20_000);
  while (!condition()) {
    if (patience.aborted) throw new Error('No listener was called within 20 seconds.');
    await act();
    for (let turns = 0; turns < 50 && !condition(); turns += 1) await pause();
    // A synchronous store would let no timer run, nor other work that a listener waits for.
    await setImmediate();
  }
}

const allActive = { state: 'active', workspaces: [1], order: 'created', ...firstPage } as const;

const keyReservation = {
  person: 7,
  path: '/bots',
  key: 'k1',
  fingerprint: 'f1',
  run: 'first',
  now: 1_000,
  leaseUntil: 61_000,
  replayForMs: 100_000,
} as const;

const changesOfAFullBot: readonly ((tx: BrandTransaction) => Promise<unknown>)[] = [
  (tx) => tx.bots.update(botId(1), { name: 'Other', state: 'trashed', trashedAt: 9 }),
  (tx) => tx.bots.destroy(botId(1)),
  (tx) => tx.drafts.replace(sampleDraft(1, 3), 2, { maxRevisions: 0, maxBytes: 0 }),
  (tx) => tx.versions.reveal(botId(1), '01900000-0000-7000-8000-000000000002', 9_000),
  (tx) => tx.versions.label(botId(1), '01900000-0000-7000-8000-000000000001', 'Label'),
  (tx) => tx.feedback.put(botId(1), { ...sampleFeedback, enabled: false }),
  (tx) => tx.channels.insert({ ...sampleOtherChannel, botId: botId(1) }),
];

const sampleOtherChannel = {
  id: 'c0000000-0000-4000-8000-00000000ffff',
  workspace: 1,
  purpose: 'test',
  name: 'Other',
  type: 'native',
  active: true,
  configured: false,
  createdAt: 2_000,
} as const;
