import { deepEqual, equal, rejects } from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Message } from '@botwright/core/conversation';
import {
  type AccountRecord,
  type BotRecord,
  type ChannelRecord,
  Conflict,
  type CustomerRecord,
  type Decided,
  type DraftChange,
  type DraftHead,
  type DraftRecord,
  type Executed,
  executeInTransaction,
  type HookRecord,
  type LinkedBotRecord,
  type Load,
  type LoadAndDecide,
  type Operation,
  type RequestRecord,
  type ReservationResult,
  reservationResult,
  type Storage,
  type VersionRecord,
} from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import { sampleAccount } from './account-cases.ts';
import { insertCustomers } from './customer-samples.ts';
import { addDeliveries, disabledAt, recordOf, sampleDelivery } from './delivery-samples.ts';
import {
  insertCustomer,
  openChannel,
  ownChannel,
  sampleCustomer,
  sampleHook,
  sampleMessage,
} from './record-samples.ts';
import {
  atOnce,
  botId,
  brand,
  firstPage,
  insertFullBot,
  keepAll,
  sampleBot,
  sampleChannel,
  sampleDraft,
  sampleFeedback,
  sampleTestDeployment,
  sampleVersion,
  versionId,
} from './samples.ts';
import type { StorageFixture } from './storage-fixture.ts';

/** Use-cases that load, decide and are committed, by the store itself or in a transaction. */
export const useCaseCases: readonly ContractCase<StorageFixture>[] = [
  {
    rule: 'ST125',
    title: 'the changes of a decision are stored together',
    async run({ storage }) {
      const [channel = 0] = await openChannel(storage, 1);
      const { decided } = await execute(storage, function* () {
        const [number] = (yield [{ kind: 'customerNumber' }]) as [number];
        const customer = { ...sampleCustomer(channel, { token: 'new' }), number };
        return {
          number,
          operations: [
            { kind: 'insertCustomer', customer },
            { kind: 'insertMessage', customer: number, message: sampleMessage(1) },
            { kind: 'updateCustomer', number, change: { lastSeq: 1, unread: 1, name: 'Ünï' } },
            { kind: 'addDeliveries', deliveries: [sampleDelivery(1, { customerNumber: number })] },
            { kind: 'enqueue', customer: number, item: { kind: 'start' }, at: 5 },
          ],
        };
      });
      const { number } = decided;
      const reader = storage.reader(brand);
      const stored = await reader.customers.findByToken(channel, 'new');
      deepEqual(
        { ...stored },
        { ...sampleCustomer(channel, { token: 'new' }), number, lastSeq: 1, unread: 1, name: 'Ünï' },
      );
      deepEqual((await reader.messages.list(number, { offset: 0, limit: 5 })).items, [sampleMessage(1)]);
      equal((await reader.deliveries.find(sampleDelivery(1).id))?.customerNumber, number);
      deepEqual((await reader.conversations.next(number))?.item, { kind: 'start' });
    },
  },
  {
    rule: 'ST125',
    title: 'one delivery or several, to targets old and new, are stored with the message that they are about',
    async run({ storage }) {
      const [number = 0] = await storage.transaction(brand, (tx) => insertCustomers(tx, 1));
      const targets = [[1], [1], [2], [1, 2], [3, 4], [3]];
      let seq = 0;
      for (const hooks of targets) {
        seq += 1;
        const deliveries = hooks.map((hook) =>
          sampleDelivery(seq * 10 + hook, { target: { kind: 'hook', number: hook }, customerNumber: number }),
        );
        await execute(
          storage,
          saying(number, (message) => [{ kind: 'addDeliveries', deliveries }, ...said(number, message)]),
        );
      }
      const { items } = await storage.reader(brand).deliveries.list({ workspaces: [1], offset: 0, limit: 100 });
      deepEqual(items.map(({ target }) => target.number).sort(), targets.flat().sort());
      equal((await storage.reader(brand).customers.find(number))?.lastSeq, targets.length);
    },
  },
  {
    rule: 'ST125',
    title: 'a channel and a hook are stored, changed and deleted, and their pending deliveries end',
    async run({ storage }) {
      const [customer = 0] = await storage.transaction(brand, (tx) => insertCustomers(tx, 1));
      const { decided } = await execute(storage, function* () {
        const [number, hook] = (yield [{ kind: 'channelNumber' }, { kind: 'hookNumber' }]) as [number, number];
        return {
          channel: { ...ownChannel(7), number },
          hook: { ...sampleHook(number), number: hook },
          operations: [
            { kind: 'insertChannel', channel: { ...ownChannel(7), number } },
            { kind: 'insertHook', hook: { ...sampleHook(number), number: hook } },
          ],
        };
      });
      const { channel, hook } = decided;
      const reader = storage.reader(brand);
      deepEqual([await reader.channels.find(channel.number), await reader.hooks.find(hook.number)], [channel, hook]);

      const target = { kind: 'hook', number: hook.number } as const;
      const delivery = sampleDelivery(1, { target, customerNumber: customer });
      await execute(
        storage,
        deciding([
          { kind: 'updateChannel', number: channel.number, change: { name: 'Ünï' } },
          { kind: 'updateHook', number: hook.number, change: { active: false } },
          { kind: 'addDeliveries', deliveries: [delivery] },
        ]),
      );
      deepEqual(
        [await reader.channels.find(channel.number), await reader.hooks.find(hook.number)],
        [
          { ...channel, name: 'Ünï' },
          { ...hook, active: false },
        ],
      );
      const loaded = await execute(storage, function* () {
        const { id } = delivery;
        const answers = yield [
          { kind: 'deliveryBody', id },
          { kind: 'delivery', id },
          { kind: 'hook', number: hook.number },
          { kind: 'hookList', query: { channelNumber: channel.number, offset: 0, limit: 0 } },
        ];
        return { answers, operations: [] };
      });
      const expected = [delivery.body, recordOf(delivery), { ...hook, active: false }, { items: [], total: 1 }];
      deepEqual(loaded.decided.answers, expected);

      await execute(
        storage,
        deciding([
          { kind: 'deleteHook', number: hook.number },
          { kind: 'endPending', target, at: 9_000 },
        ]),
      );
      equal(await reader.hooks.find(hook.number), undefined);
      deepEqual((await reader.deliveries.find(delivery.id))?.progress, disabledAt(9_000));
      for (const late of ['updateHook', 'deleteHook'] as const) {
        const change = { name: 'Late' };
        await rejects(executeOnce(storage, deciding([{ kind: late, number: hook.number, change }])), Conflict);
      }
    },
  },
  {
    rule: 'ST125',
    title: 'a bot is stored with its number, channels and draft, and all that belongs to it afterwards',
    async run({ storage }) {
      const { decided } = await execute(storage, function* () {
        const [number, next] = (yield [{ kind: 'botNumber' }, { kind: 'botNumber' }]) as [number, number];
        const bot = { ...sampleBot(1), number };
        const channels = [sampleChannel(1), sampleChannel(1, { id: 'second' })];
        return {
          numbers: [number, next],
          operations: [
            { kind: 'insertBot', bot, channels, draft: sampleDraft(1, 1) },
            { kind: 'putFeedback', botId: bot.id, configuration: sampleFeedback },
            { kind: 'putTestDeployment', deployment: sampleTestDeployment(1) },
            { kind: 'reserveVersion', version: sampleVersion(1, 1), at: 9_000 },
            { kind: 'revealVersion', botId: bot.id, id: versionId(1), at: 3_001 },
            { kind: 'updateBot', id: bot.id, change: { liveVersion: versionId(1) } },
          ],
        };
      });
      const [number = 0, next] = decided.numbers;
      equal(new Set([number, next, await storage.transaction(brand, (tx) => tx.bots.nextNumber())]).size, 3);
      const reader = storage.reader(brand);
      deepEqual(await reader.bots.find(botId(1)), { ...sampleBot(1), number, liveVersion: versionId(1) });
      deepEqual(await reader.drafts.find(botId(1)), sampleDraft(1, 1));
      deepEqual(await reader.feedback.find(botId(1)), sampleFeedback);
      deepEqual(await reader.testDeployments.find(botId(1)), sampleTestDeployment(1));
      deepEqual(await reader.versions.latest(botId(1)), sampleVersion(1, 1));
      equal((await reader.channels.listByBot(botId(1))).length, 2);
    },
  },
  {
    rule: 'ST125',
    title: 'versions are labelled, deleted, revealed and dropped, and a bot is destroyed with its deliveries',
    async run({ storage }) {
      const { id } = await storage.transaction(brand, (tx) => insertFullBot(tx, 1));
      const reader = storage.reader(brand);
      const [channel] = await reader.channels.listByBot(id);
      const customer = await storage.transaction(brand, (tx) =>
        insertCustomer(tx, sampleCustomer(channel?.number ?? 0)),
      );
      const delivery = sampleDelivery(1, { customerNumber: customer.number });
      await addDeliveries(storage, [delivery]);
      const change = (...operations: readonly Operation[]) =>
        executeOnce(storage, function* () {
          yield [{ kind: 'lockedBot', id }];
          return { operations };
        });
      const stored = async () =>
        (await reader.versions.list(id, firstPage)).items.map((version) => [version.id, version.name]);

      await change(
        { kind: 'labelVersion', botId: id, id: versionId(1), label: 'First' },
        { kind: 'reserveVersion', version: sampleVersion(1, 3), at: 9_000 },
        { kind: 'dropReservation', botId: id, id: versionId(3) },
        { kind: 'revealVersion', botId: id, id: versionId(2), at: 9_001 },
      );
      deepEqual(await stored(), [
        [versionId(2), sampleVersion(1, 2).name],
        [versionId(1), 'First'],
      ]);
      const gone: readonly Operation[] = [
        { kind: 'revealVersion', botId: id, id: versionId(3), at: 9_002 },
        { kind: 'labelVersion', botId: id, id: versionId(3), label: 'Third' },
        { kind: 'deleteVersion', botId: id, id: versionId(3) },
      ];
      for (const operation of gone) {
        await rejects(change({ kind: 'labelVersion', botId: id, id: versionId(1), label: undefined }, operation));
      }
      equal((await reader.versions.find(id, versionId(1)))?.name, 'First');
      await change(
        { kind: 'labelVersion', botId: id, id: versionId(1), label: undefined },
        { kind: 'deleteVersion', botId: id, id: versionId(2) },
      );
      deepEqual(await stored(), [[versionId(1), undefined]]);

      await change({ kind: 'eraseDeliveries', botId: id, at: 9_003 }, { kind: 'destroyBot', id });
      equal(await reader.bots.find(id), undefined);
      deepEqual((await reader.deliveries.find(delivery.id))?.progress, disabledAt(9_003));
    },
  },
  {
    rule: 'ST125',
    title: 'nothing is stored of a use-case that throws, or one of whose changes cannot be made',
    async run({ storage }) {
      const [number = 0] = await storage.transaction(brand, (tx) => insertCustomers(tx, 1));
      const refusal = new Error('refused');
      const refusing = execute(storage, function* () {
        yield [{ kind: 'customer', number }];
        throw refusal;
      });
      equal(await refusing.catch((error: unknown) => error), refusal);

      await execute(
        storage,
        saying(number, (message) => said(number, message)),
      );
      const again = execute(
        storage,
        saying(number, () => [
          { kind: 'updateCustomer', number, change: { unread: 9 } },
          { kind: 'enqueue', customer: number, item: { kind: 'start' }, at: 5 },
          { kind: 'insertMessage', customer: number, message: sampleMessage(1) },
        ]),
      );
      await rejects(again);
      const reader = storage.reader(brand);
      const stored = await reader.customers.find(number);
      deepEqual([stored?.lastSeq, stored?.unread], [1, 0]);
      equal(await reader.conversations.next(number), undefined);
      equal((await reader.messages.list(number, { offset: 0, limit: 5 })).total, 1);
    },
  },
  {
    rule: 'ST125',
    title: 'the next state of a draft, whole or as a change, is stored with its bot and a reserved version',
    async run({ storage }) {
      const bot = await storage.transaction(brand, (tx) => insertFullBot(tx, 1));
      const put = (next: DraftRecord | DraftChange, version: number) =>
        execute(storage, function* () {
          const [found, head] = yield* loadBot(bot.id);
          return {
            operations: [
              { kind: 'putDraft', next, expected: head?.revision ?? 0, keep: keepAll },
              { kind: 'updateBot', id: found?.id ?? '', change: { editedAt: next.editedAt } },
              { kind: 'reserveVersion', version: sampleVersion(1, version), at: 9_000 },
            ],
          };
        });
      const whole = sampleDraft(1, 3, { stateId: 'three', editedAt: 9_003 });
      await put(whole, 3);
      const { diagramJson, violations, ...head } = { ...whole, revision: 4, stateId: 'four', editedAt: 9_004 };
      const text = `[${diagramJson}]`;
      const textSplices = [
        [0, 0, '['],
        [diagramJson.length + 1, 0, ']'],
      ] as const;
      await put({ ...head, textSplices, bytes: text.length, violationSplices: [] }, 4);

      const reader = storage.reader(brand);
      deepEqual(await reader.drafts.find(bot.id), { ...head, diagramJson: text, violations });
      const { items } = await reader.drafts.listRevisions(bot.id, firstPage);
      deepEqual(
        items.map(({ revision, diagramJson: past }) => [revision, past]),
        [whole, sampleDraft(1, 2), sampleDraft(1, 1)].map((past) => [past.revision, past.diagramJson]),
      );
      equal((await reader.bots.find(bot.id))?.editedAt, 9_004);
      await storage.transaction(brand, async (tx) => {
        await tx.bots.lock(bot.id);
        for (const version of [3, 4]) equal(await tx.versions.reveal(bot.id, versionId(version), 9_005), 'revealed');
      });
    },
  },
  {
    rule: 'ST125',
    title: 'nothing is stored with a state of a draft that comes too late, or a response whose key another run has',
    async run({ storage }) {
      const bot = await storage.transaction(brand, (tx) => insertFullBot(tx, 1));
      const request = { person: 1, path: '/bots', key: 'k' };
      const terms = { fingerprint: 'f', run: 'first', now: 1_000, leaseUntil: 2_000, replayForMs: 1_000 };
      await storage.transaction(brand, (tx) => tx.requests.reserve({ ...request, ...terms }));
      const write = (revision: number, run: string) =>
        executeOnce(storage, function* () {
          const [found] = yield* loadBot(bot.id);
          return {
            operations: [
              { kind: 'updateBot', id: found?.id ?? '', change: { name: run } },
              { kind: 'completeRequest', request, run, response: '"ok"', at: 1_500 },
              { kind: 'putDraft', next: sampleDraft(1, revision + 1), expected: revision, keep: keepAll },
            ],
          };
        });
      await rejects(write(1, 'first'), Conflict);
      await rejects(write(2, 'second'));
      const reader = storage.reader(brand);
      deepEqual(
        [(await reader.bots.find(bot.id))?.name, (await reader.drafts.findHead(bot.id))?.revision],
        ['Bot 1', 2],
      );

      await write(2, 'first');
      deepEqual(
        [(await reader.bots.find(bot.id))?.name, (await reader.drafts.findHead(bot.id))?.revision],
        ['first', 3],
      );
      const again = { ...request, ...terms, run: 'third', now: 1_600 };
      const kept = await storage.transaction(brand, (tx) => tx.requests.reserve(again));
      deepEqual(kept, { kind: 'replay', response: '"ok"' });
    },
  },
  {
    rule: 'ST125',
    title: 'nothing is stored with a message of a customer that the brand does not have, or a delivery that it has',
    async run({ storage }) {
      const [number = 0, gone = 0] = await storage.transaction(brand, (tx) => insertCustomers(tx, 2));
      await storage.transaction(brand, async (tx) => {
        await tx.customers.lock(gone);
        await tx.customers.destroy(gone);
        await tx.deliveries.add([sampleDelivery(1)]);
      });
      const changes: readonly Operation[] = [
        { kind: 'insertMessage', customer: gone, message: sampleMessage(1) },
        { kind: 'addDeliveries', deliveries: [sampleDelivery(1)] },
      ];
      for (const change of changes) {
        const attempt = executeOnce(storage, function* () {
          yield [
            { kind: 'customer', number },
            { kind: 'customer', number: gone },
          ];
          return { operations: [...said(number, sampleMessage(1)), change] };
        });
        await rejects(attempt, change.kind);
      }
      const reader = storage.reader(brand);
      equal((await reader.messages.list(number, { offset: 0, limit: 5 })).total, 0);
      equal((await reader.customers.find(number))?.lastSeq, 0);
    },
  },
  {
    rule: 'ST125',
    title: 'a use-case that loads nothing is stored, whether or not it asks',
    async run({ storage }) {
      const add = (delivery: number, batches: readonly (readonly Load[])[]) =>
        execute(storage, function* () {
          for (const batch of batches) yield batch;
          return { operations: [{ kind: 'addDeliveries', deliveries: [sampleDelivery(delivery)] }] };
        });
      for (const [index, batches] of [[], [[]], [[], []]].entries()) {
        const { committed, queued } = await add(index + 1, batches);
        deepEqual([committed, queued.deliveries], [{ isLeased: false, isFinished: false }, true]);
        equal((await storage.reader(brand).deliveries.find(sampleDelivery(index + 1).id))?.progress.state, 'pending');
      }
    },
  },
  {
    rule: 'ST125',
    title: 'of use-cases at once that add the first deliveries to a target all are stored',
    async run({ storage }) {
      await atOnce(8, (index) =>
        execute(storage, function* () {
          yield [{ kind: 'plan' }];
          return { operations: [{ kind: 'addDeliveries', deliveries: [sampleDelivery(index + 1)] }] };
        }),
      );
      const { items } = await storage.reader(brand).deliveries.list({ workspaces: [1], offset: 0, limit: 100 });
      equal(items.length, 8);
    },
  },
  {
    rule: 'ST126',
    title: 'of 32 use-cases at once about one customer each sees what those before it decided',
    async run({ storage }) {
      const [number = 0, other = 0] = await storage.transaction(brand, (tx) => insertCustomers(tx, 2));
      const useCase = (customer: number) => saying(customer, (message) => said(customer, message));
      await atOnce(32, (index) => execute(storage, useCase(index % 4 === 0 ? other : number)));
      const reader = storage.reader(brand);
      for (const [customer, count] of [
        [number, 24],
        [other, 8],
      ] as const) {
        const { items } = await reader.messages.list(customer, { offset: 0, limit: 100 });
        deepEqual(
          items.map(({ seq }) => seq),
          Array.from({ length: count }, (_, index) => count - index),
        );
        equal((await reader.customers.find(customer))?.lastSeq, count);
      }
    },
  },
  {
    rule: 'ST126',
    title: 'of 32 use-cases at once about one bot each puts the next state of the draft that it loads with it',
    async run({ storage }) {
      const bot = await storage.transaction(brand, (tx) => insertFullBot(tx, 1));
      await atOnce(32, () =>
        executeOnce(storage, function* () {
          const [, head] = yield* loadBot(bot.id);
          const revision = head?.revision ?? 0;
          const next = sampleDraft(1, revision + 1);
          return { operations: [{ kind: 'putDraft', next, expected: revision, keep: keepAll }] };
        }),
      );
      const reader = storage.reader(brand);
      deepEqual(await reader.drafts.find(bot.id), sampleDraft(1, 34));
      equal((await reader.drafts.listRevisions(bot.id, firstPage)).total, 33);
    },
  },
  {
    rule: 'ST126',
    title: 'of 16 use-cases at once that lock one channel or hook each sees what those before it changed',
    async run({ storage }) {
      const [channel = 0] = await openChannel(storage, 1);
      const { number: hook } = await storage.transaction(brand, (tx) => tx.hooks.insert(sampleHook(channel)));
      const atMost = 5;
      await atOnce(16, () =>
        execute(storage, function* () {
          yield [{ kind: 'lockedChannel', number: channel }];
          const [{ total }, number] = (yield [
            { kind: 'hookList', query: { channelNumber: channel } },
            { kind: 'hookNumber' },
          ]) as [{ readonly total: number }, number];
          const added = { ...sampleHook(channel), number };
          return { operations: total < atMost ? [{ kind: 'insertHook', hook: added } as const] : [] };
        }),
      );
      await atOnce(16, () =>
        execute(storage, function* () {
          const [locked, found] = (yield [
            { kind: 'lockedChannel', number: channel },
            { kind: 'lockedHook', number: hook },
          ]) as [ChannelRecord, HookRecord];
          return {
            operations: [
              { kind: 'updateChannel', number: channel, change: { name: `${locked.name}+` } },
              { kind: 'updateHook', number: hook, change: { name: `${found.name}+` } },
            ],
          };
        }),
      );
      const reader = storage.reader(brand);
      equal((await reader.hooks.list()).total, atMost);
      const names = [(await reader.channels.find(channel))?.name, (await reader.hooks.find(hook))?.name];
      deepEqual(names, [`${ownChannel(1).name}${'+'.repeat(16)}`, `${sampleHook(channel).name}${'+'.repeat(16)}`]);
      const absent = await execute(storage, function* () {
        const answers = yield [
          { kind: 'lockedChannel', number: channel + 1 },
          { kind: 'lockedHook', number: 99 },
        ];
        return { answers, operations: [] };
      });
      deepEqual(absent.decided.answers, [undefined, undefined]);
    },
  },
  {
    rule: 'ST126',
    title: 'of 16 use-cases at once that bring a new token one makes the customer',
    async run({ storage }) {
      const [channel = 0] = await openChannel(storage, 1);
      const made = await atOnce(16, () =>
        execute(storage, function* () {
          const [present, number] = (yield [
            { kind: 'customerByToken', channel, token: 'one' },
            { kind: 'customerNumber' },
          ]) as [CustomerRecord | undefined, number];
          const customer = { ...sampleCustomer(channel, { token: 'one' }), number };
          const operations: Operation[] = present === undefined ? [{ kind: 'insertCustomer', customer }] : [];
          return { found: present?.number ?? number, operations };
        }),
      );
      const { total } = await storage.reader(brand).customers.list({ workspaces: [1], offset: 0, limit: 10 });
      equal(total, 1);
      equal(new Set(made.map(({ decided }) => decided.found)).size, 1);
    },
  },
  {
    rule: 'ST126',
    title:
      'of 32 use-cases at once one takes a key that is free or whose lease has ended, and the others see it in use',
    async run({ storage }) {
      const kindsOf = (outcomes: readonly Executed<Reserved>[]) => outcomes.map(({ decided }) => decided.result).sort();
      const oneOf32 = [...Array<string>(31).fill('in_use'), 'reserved'];
      deepEqual(kindsOf(await atOnce(32, (index) => execute(storage, reserving(`run ${index}`, 1_000)))), oneOf32);
      // Loading locks an existing key: nobody is too late.
      deepEqual(kindsOf(await atOnce(32, (index) => executeOnce(storage, reserving(`run ${index}`, 3_000)))), oneOf32);
    },
  },
  {
    rule: 'ST126',
    title: 'of 16 use-cases at once that connect one outside account one makes it, and the others know its id',
    async run({ storage }) {
      const connected = await atOnce(16, (index) =>
        execute(storage, function* () {
          const given = sampleAccount(index, { externalId: 'one' });
          const wanted = { kind: 'accountByExternalId', accountKind: given.kind, externalId: 'one' } as const;
          const [same] = (yield [wanted]) as [AccountRecord | undefined];
          const account = { ...given, id: same?.id ?? given.id };
          return { id: account.id, operations: [{ kind: 'connectAccount', account, returns: true }] };
        }),
      );
      const [only, ...others] = await storage.reader(brand).accounts.list(sampleAccount(1).kind);
      deepEqual([only?.tokensRevision, others], [16, []]);
      deepEqual(new Set(connected.map(({ decided }) => decided.id)), new Set([only?.id]));
    },
  },
  {
    rule: 'ST126',
    title: 'a step loads the work of its worker, and its commit says whether the lease begins and ends',
    async run({ storage }) {
      const [number = 0] = await storage.transaction(brand, (tx) => insertCustomers(tx, 1));
      const enqueue = (holder?: { readonly worker: string; readonly leaseUntil: number }) =>
        execute(storage, function* () {
          yield [{ kind: 'customer', number }];
          const item = { kind: 'start' } as const;
          return { operations: [{ kind: 'enqueue', customer: number, item, at: 5, ...(holder && { holder }) }] };
        });
      const first = await enqueue({ worker: 'w1', leaseUntil: 9_000 });
      deepEqual([first.committed.isLeased, first.queued.conversations], [true, false]);
      const second = await enqueue({ worker: 'w2', leaseUntil: 9_000 });
      deepEqual([second.committed.isLeased, second.queued.conversations], [false, true]);

      const step = (worker: string) =>
        execute(storage, function* () {
          yield [{ kind: 'customer', number }];
          const [work] = (yield [{ kind: 'work', customer: number, worker }]) as [
            { readonly entry?: { readonly number: number } } | undefined,
          ];
          if (work?.entry === undefined) return { isLost: work === undefined, operations: [] };
          const record = { customerNumber: number, stateJson: `"${work.entry.number}"` };
          const ended = { record, entry: work.entry.number };
          return { isLost: false, operations: [{ kind: 'endStep', customer: number, worker, step: ended }] };
        });
      equal((await step('w2')).decided.isLost, true);
      equal((await step('w1')).committed.isFinished, false);
      equal((await step('w1')).committed.isFinished, true);
      equal((await step('w1')).decided.isLost, true);
    },
  },
  {
    rule: 'ST127',
    title: 'a change of a setting is seen by the next use-case, also by one whose store is opened beside',
    async run({ storage, openBeside }) {
      const [channel = 0] = await openChannel(storage, 1);
      const beside = (await openBeside?.()) ?? storage;
      const name = async (from: Storage) =>
        (
          await execute(from, function* () {
            const [found] = (yield [{ kind: 'channel', number: channel }]) as [{ readonly name: string }];
            return { name: found.name, operations: [] };
          })
        ).decided.name;
      for (const next of ['One', 'Two', 'Three']) {
        await storage.transaction(brand, (tx) => tx.channels.update(channel, { name: next }));
        deepEqual([await name(storage), await name(beside), await name(beside)], [next, next, next]);
      }
      await rejects(
        storage.transaction(brand, async (tx) => {
          await tx.channels.update(channel, { name: 'Undone' });
          throw new Error('no');
        }),
      );
      equal(await name(storage), 'Three');
    },
  },
  {
    rule: 'ST127',
    title: 'a use-case that waited for a customer sees the settings that were changed meanwhile',
    async run({ storage }) {
      const [number = 0] = await storage.transaction(brand, (tx) => insertCustomers(tx, 1));
      const channel = (await storage.reader(brand).customers.find(number))?.channelNumber ?? 0;
      const see = async () =>
        (
          await execute(storage, function* () {
            yield [{ kind: 'customer', number }];
            const [found] = (yield [{ kind: 'channel', number: channel }]) as [{ readonly name: string }];
            return { name: found.name, operations: [] };
          })
        ).decided.name;
      // A store that caches has it in its cache now.
      const before = [await see(), await see()];
      const { waiting } = await storage.transaction(brand, async (tx) => {
        await tx.customers.lock(number);
        const waiting = see();
        waiting.catch(() => undefined);
        await wait(waitMs);
        await tx.channels.update(channel, { name: `${before[0]} renamed` });
        return { waiting };
      });
      deepEqual(await Promise.all([waiting, see()]), Array(2).fill(`${before[0]} renamed`));
    },
  },
  {
    rule: 'ST127',
    title: 'the live version and the name of a linked bot are those that were committed last',
    async run({ storage, openBeside }) {
      const { id, number } = await storage.transaction(brand, (tx) => insertFullBot(tx, 1));
      const beside = (await openBeside?.()) ?? storage;
      const found = async (from: Storage) => {
        const { decided } = await execute(from, function* () {
          const [linked, live] = (yield [
            { kind: 'linkedBots', ids: [id], numbers: [] },
            { kind: 'liveVersion', botId: id },
          ]) as [readonly LinkedBotRecord[], string | undefined];
          const [version] = (yield live === undefined ? [] : [{ kind: 'version', botId: id, id: live }]) as [
            VersionRecord | undefined,
          ];
          return { linked: linked.map((bot) => [bot.number, bot.name]), version, operations: [] };
        });
        return [decided.linked, decided.version];
      };
      const versions = { 1: sampleVersion(1, 1), 2: sampleVersion(1, 2, { publishedAt: 3_009 }) };
      for (const [name, version] of [
        ['One', undefined],
        ['Two', 1],
        ['Three', 2],
      ] as const) {
        await storage.transaction(brand, async (tx) => {
          await tx.bots.lock(id);
          if (version === 2) await tx.versions.reveal(id, versionId(2), 3_009);
          await tx.bots.update(id, { name, ...(version && { liveVersion: versionId(version) }) });
        });
        const expected = [[[number, name]], version && versions[version]];
        deepEqual([await found(storage), await found(beside), await found(beside)], [expected, expected, expected]);
      }
    },
  },
];

/** Milliseconds in which a call that waits for a lock has asked for it, as a rule. */
const waitMs = 300;

/** Loads a bot and the head of its draft. */
function* loadBot(
  id: string,
): Generator<readonly Load[], [BotRecord | undefined, DraftHead | undefined], readonly unknown[]> {
  return (yield [
    { kind: 'lockedBot', id },
    { kind: 'draftHead', botId: id },
  ]) as [BotRecord | undefined, DraftHead | undefined];
}

interface Reserved extends Decided {
  readonly result: ReservationResult['kind'];
}

/** A use-case that takes a key for one run, with a lease of a second. */
function reserving(run: string, now: number): () => LoadAndDecide<Reserved> {
  const terms = { fingerprint: 'f', run, now, leaseUntil: now + 1_000, replayForMs: 1_000 };
  const reservation = { person: 1, path: '/bots', key: 'k', ...terms };
  return function* () {
    const [record] = (yield [{ kind: 'lockedRequest', request: reservation }]) as [RequestRecord | undefined];
    const { kind } = reservationResult(record, reservation);
    const operations: Operation[] =
      kind === 'reserved' ? [{ kind: 'reserveRequest', reservation, expected: kind }] : [];
    return { result: kind, operations };
  };
}

/** Runs a use-case as the engine does: again while another was first. */
async function execute<TDecided extends Decided>(
  storage: Storage,
  useCase: () => LoadAndDecide<TDecided>,
): Promise<Executed<TDecided>> {
  for (;;) {
    try {
      return await executeOnce(storage, useCase);
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
    }
  }
}

async function executeOnce<TDecided extends Decided>(
  storage: Storage,
  useCase: () => LoadAndDecide<TDecided>,
): Promise<Executed<TDecided>> {
  return storage.execute?.(brand, useCase) ?? executeInTransaction(storage, brand, useCase);
}

/** A use-case that loads nothing. */
function deciding(operations: readonly Operation[]): () => LoadAndDecide<Decided> {
  return function* (): Generator<readonly Load[], Decided, readonly unknown[]> {
    yield [];
    return { operations };
  };
}

/** A use-case that says the next message of a customer. */
function saying(number: number, operations: (message: Message) => readonly Operation[]): () => LoadAndDecide<Decided> {
  return function* (): Generator<readonly Load[], Decided, readonly unknown[]> {
    const [customer] = (yield [{ kind: 'customer', number }]) as [CustomerRecord];
    return { operations: operations(sampleMessage(customer.lastSeq + 1)) };
  };
}

function said(number: number, message: Message): readonly Operation[] {
  return [
    { kind: 'insertMessage', customer: number, message },
    { kind: 'updateCustomer', number, change: { lastSeq: message.seq } },
  ];
}
