import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { Message } from '@botwright/core/conversation';
import {
  Conflict,
  type CustomerRecord,
  type Decided,
  type Executed,
  executeInTransaction,
  type Load,
  type LoadAndDecide,
  type Operation,
  type Storage,
} from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import { insertCustomers } from './customer-samples.ts';
import { sampleDelivery } from './delivery-samples.ts';
import { openChannel, sampleCustomer, sampleMessage } from './record-samples.ts';
import { atOnce, brand } from './samples.ts';
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
];

/** Runs a use-case as the engine does: again while another was first. */
async function execute<TDecided extends Decided>(
  storage: Storage,
  useCase: () => LoadAndDecide<TDecided>,
): Promise<Executed<TDecided>> {
  for (;;) {
    try {
      return await (storage.execute?.(brand, useCase) ?? executeInTransaction(storage, brand, useCase));
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
    }
  }
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
