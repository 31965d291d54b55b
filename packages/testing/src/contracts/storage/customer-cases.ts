import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { BrandTransaction, CustomerChange, CustomerRecord } from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import {
  firstSlice,
  insertCustomer,
  insertFullChannel,
  type NewCustomer,
  openChannel,
  ownChannel,
  readWholeChannel,
  sampleCustomer,
  sampleHook,
  sampleMessage,
} from './record-samples.ts';
import { atOnce, brand, otherBrand, overwriteAll } from './samples.ts';
import type { StorageFixture } from './storage-fixture.ts';

export const customerCases: readonly ContractCase<StorageFixture>[] = [
  {
    rule: 'ST64',
    title: 'a customer with every member, and one without the optional members, come back as they were written',
    async run({ storage }) {
      const [channel = 0] = await openChannel(storage, 1);
      const full = sampleCustomer(channel, fullMembers);
      const bare = sampleCustomer(channel, { isExternal: false });
      const [first, second] = await storage.transaction(brand, async (tx) => [
        await insertCustomer(tx, full),
        await insertCustomer(tx, bare),
      ]);
      deepEqual(
        [first, second],
        [
          { ...full, number: 1 },
          { ...bare, number: 2 },
        ],
      );
      const { customers } = storage.reader(brand);
      deepEqual([await customers.find(1), await customers.find(2)], [first, second]);
      deepEqual(Object.keys((await customers.find(1))?.fields ?? {}), ['__proto__', 'ünï', 'constructor']);
      for (const number of [0, 3, -1, 0.5]) equal(await customers.find(number), undefined);
    },
  },
  {
    rule: 'ST64',
    title: 'a token finds its customer on its channel, and only the exact token does',
    async run({ storage }) {
      const [channel = 0] = await openChannel(storage, 1);
      const [other = 0] = await openChannel(storage, 2);
      const customer = await storage.transaction(brand, (tx) =>
        insertCustomer(tx, sampleCustomer(channel, { token: 'T.1' })),
      );
      const find = (number: number, token: string) => storage.reader(brand).customers.findByToken(number, token);
      deepEqual(await find(channel, 'T.1'), customer);
      deepEqual(await storage.transaction(brand, (tx) => tx.customers.findByToken(channel, 'T.1')), customer);
      for (const token of ['t.1', 'T.', 'T.1 ', '', '1']) equal(await find(channel, token), undefined);
      equal(await find(other, 'T.1'), undefined);
    },
  },
  {
    rule: 'ST65',
    title: 'of concurrent inserts with one token, one makes the customer',
    async run({ storage }) {
      const [channel = 0] = await openChannel(storage, 1);
      const [other = 0] = await openChannel(storage, 2);
      const outcomes = await atOnce(12, (index) =>
        storage.transaction(brand, async (tx) => {
          await tx.customers.findByToken(channel, 'token');
          return tx.customers.insert(sampleCustomer(channel, { token: 'token', name: `${index}` }));
        }),
      );
      const made = outcomes.filter((outcome) => outcome !== 'token_taken');
      equal(made.length, 1);
      deepEqual(await storage.reader(brand).customers.findByToken(channel, 'token'), made[0]);
      equal((await storage.reader(brand).customers.list({ workspaces: [1], ...firstSlice })).total, 1);
      const elsewhere = await storage.transaction(brand, (tx) =>
        insertCustomer(tx, sampleCustomer(other, { token: 'token' })),
      );
      deepEqual(await storage.reader(brand).customers.findByToken(other, 'token'), elsewhere);
    },
  },
  {
    rule: 'ST65',
    title: 'a transaction goes on after it learns that a token is taken',
    async run({ storage }) {
      const [channel = 0] = await openChannel(storage, 1);
      await storage.transaction(brand, async (tx) => {
        const first = await insertCustomer(tx, sampleCustomer(channel, { token: 'token', name: 'first' }));
        equal(await tx.customers.insert(sampleCustomer(channel, { token: 'token' })), 'token_taken');
        await tx.customers.update(first.number, { name: 'still' });
      });
      equal((await storage.reader(brand).customers.findByToken(channel, 'token'))?.name, 'still');
    },
  },
  {
    rule: 'ST66',
    title: 'changes of one customer that are made at once are all counted',
    async run({ storage }) {
      const [channel = 0] = await openChannel(storage, 1);
      const { number } = await storage.transaction(brand, (tx) => insertCustomer(tx, sampleCustomer(channel)));
      await atOnce(20, () =>
        storage.transaction(brand, async (tx) => {
          await tx.customers.find(number);
          const { customers } = tx;
          const { unread = 0, lastSeq = 0 } = (await customers.lock(number)) ?? {};
          await tx.messages.insert(number, sampleMessage(lastSeq + 1));
          await customers.update(number, { unread: unread + 1, lastSeq: lastSeq + 1 });
        }),
      );
      const { unread, lastSeq } = (await storage.reader(brand).customers.find(number)) ?? {};
      const { total } = await storage.reader(brand).messages.list(number, firstSlice);
      deepEqual([unread, lastSeq, total], [20, 20, 20]);
    },
  },
  {
    rule: 'ST68',
    title: 'an update writes what it names, clears what is undefined and leaves the rest',
    async run({ storage }) {
      const [channel = 0, first = 0] = await openChannel(storage, 1, { customers: 1 });
      const second = await storage.transaction(brand, (tx) => insertCustomer(tx, sampleCustomer(channel, fullMembers)));
      const update = (change: CustomerChange) =>
        storage.transaction(brand, async (tx) => {
          await tx.customers.lock(second.number);
          await tx.customers.update(second.number, change);
          return tx.customers.find(second.number);
        });
      let stored: CustomerRecord = second;
      deepEqual(await update({}), stored);
      for (const change of singleChanges) {
        stored = { ...stored, ...change };
        deepEqual(await update(change), stored);
      }
      const { agentId: _agent, botId: _bot, ...nobody } = stored;
      deepEqual(await update({ agentId: undefined, botId: undefined }), nobody);
      deepEqual(await update({ agentId: 0 }), { ...nobody, agentId: 0 });
      deepEqual(await storage.reader(brand).customers.find(first), { ...sampleCustomer(channel), number: first });
    },
  },
  {
    rule: 'ST69',
    title: 'no customer and no hook can be added to a channel that the brand does not have',
    async run({ storage }) {
      const [channel = 0] = await openChannel(storage, 1);
      const refused: readonly (readonly [string, (tx: BrandTransaction) => Promise<unknown>])[] = [
        [brand, (tx) => tx.customers.insert(sampleCustomer(channel + 1))],
        [otherBrand, (tx) => tx.customers.insert(sampleCustomer(channel))],
        [brand, (tx) => tx.hooks.insert(sampleHook(channel + 1))],
        [otherBrand, (tx) => tx.hooks.insert(sampleHook(channel))],
      ];
      for (const [name, insert] of refused) await rejects(storage.transaction(name, insert));
      for (const name of [brand, otherBrand]) {
        equal((await storage.reader(name).customers.list({ workspaces: [1, 2], ...firstSlice })).total, 0);
        equal((await storage.reader(name).hooks.list()).total, 0);
      }
    },
  },
  {
    rule: 'ST72',
    title: 'a destroyed customer is gone with all messages, and the token is free',
    async run({ storage }) {
      const numbers = await storage.transaction(brand, (tx) => insertFullChannel(tx, ownChannel(1)));
      const other = await storage.transaction(brand, (tx) => insertFullChannel(tx, ownChannel(2)));
      const [first = 0, second = 0] = numbers.customers;
      const messages = () => storage.reader(brand).messages.list(first, firstSlice);
      const before = await storage.reader(brand).customers.find(second);
      await storage.transaction(brand, async (tx) => {
        await tx.customers.lock(first);
        await tx.customers.destroy(first);
        await tx.customers.destroy(first);
        equal(await tx.customers.find(first), undefined);
        equal(await tx.customers.findByToken(numbers.channel, 'token'), undefined);
        deepEqual(await tx.messages.list(first, firstSlice), { items: [], total: 0 });
        await rejects(tx.messages.insert(first, sampleMessage(3)));
      });

      equal(await storage.reader(brand).customers.find(first), undefined);
      deepEqual(await messages(), { items: [], total: 0 });
      deepEqual(await storage.reader(brand).customers.find(second), before);
      equal((await storage.reader(brand).messages.list(other.customers[0] ?? 0, firstSlice)).total, 2);
      equal((await storage.reader(brand).hooks.list()).total, 4);
      const again = await storage.transaction(brand, (tx) =>
        insertCustomer(tx, sampleCustomer(numbers.channel, { token: 'token' })),
      );
      equal((await storage.reader(brand).messages.list(again.number, firstSlice)).total, 0);
    },
  },
  {
    rule: 'ST10',
    title: 'no read of another brand finds a channel, a customer, a message or a hook by number or token',
    async run({ storage }) {
      const numbers = await storage.transaction(brand, (tx) => insertFullChannel(tx, ownChannel(1)));
      const empty = { items: [], total: 0 };
      deepEqual(await readWholeChannel(storage, otherBrand, numbers), {
        channel: undefined,
        channels: empty,
        configured: empty,
        customers: [undefined, undefined],
        byToken: undefined,
        list: empty,
        ofChannel: empty,
        messages: [empty, empty],
        hooks: [undefined, undefined],
        hooksOfChannel: empty,
        activeHooks: empty,
        allHooks: empty,
      });
      await storage.transaction(otherBrand, async (tx) => {
        equal(await tx.customers.lock(numbers.customers[0] ?? 0), undefined);
        equal(await tx.customers.findByToken(numbers.channel, 'token'), undefined);
      });
    },
  },
  {
    rule: 'ST11',
    title: 'no write of another brand reaches a channel, a customer, a message or a hook',
    async run({ storage }) {
      const numbers = await storage.transaction(brand, (tx) => insertFullChannel(tx, ownChannel(1)));
      const [first = 0] = numbers.customers;
      const [hook = 0] = numbers.hooks;
      const before = await readWholeChannel(storage, brand, numbers);
      await storage.transaction(otherBrand, async (tx) => {
        await tx.customers.lock(first);
        await tx.customers.destroy(first);
        equal(await tx.hooks.update(hook, { name: 'Other' }), 'absent');
        equal(await tx.hooks.delete(hook), 'absent');
      });
      const insertion = storage.transaction(otherBrand, async (tx) => {
        await tx.customers.lock(first);
        await tx.messages.insert(first, sampleMessage(3));
      });
      await rejects(insertion);
      const update = storage.transaction(otherBrand, (tx) => tx.customers.update(first, { name: 'Other' }));
      await update.catch(() => undefined);
      deepEqual(await readWholeChannel(storage, brand, numbers), before);
    },
  },
  {
    rule: 'ST7',
    title: 'what was read of channels, customers, messages and hooks cannot be used to change what is stored',
    async run({ storage }) {
      const numbers = await storage.transaction(brand, (tx) =>
        insertFullChannel(
          tx,
          ownChannel(1, { webhook: { encryptedUrl: 'encrypted', origin: 'https://crm.example.com' } }),
        ),
      );
      const before = structuredClone(await readWholeChannel(storage, brand, numbers));
      overwriteAll(await readWholeChannel(storage, brand, numbers));
      await storage.transaction(brand, async (tx) => {
        overwriteAll(await tx.customers.lock(numbers.customers[0] ?? 0));
        overwriteAll(await tx.channels.find(numbers.channel));
        overwriteAll(await tx.hooks.list());
      });
      deepEqual(await readWholeChannel(storage, brand, numbers), before);
    },
  },
  {
    rule: 'ST7',
    title: 'what was passed to a write may be changed by the caller at once',
    async run({ storage }) {
      const [channel = 0, number = 0] = await openChannel(storage, 1, { customers: 1 });
      const webhook = { encryptedUrl: 'encrypted', origin: 'https://crm.example.com' };
      const given = structuredClone({
        channel: ownChannel(2, { webhook }),
        webhook: { webhook },
        customer: sampleCustomer(channel, fullMembers),
        change: { fields: fullMembers.fields ?? {} },
        message: sampleMessage(1),
        hook: sampleHook(channel),
      });
      const written = await storage.transaction(brand, async (tx) => {
        await tx.customers.lock(number);
        const all = [
          tx.channels.insert(given.channel),
          tx.channels.update(channel, given.webhook),
          tx.customers.insert(given.customer),
          tx.customers.update(number, given.change),
          tx.messages.insert(number, given.message),
          tx.hooks.insert(given.hook),
        ];
        overwriteAll(given);
        return Promise.all(all);
      });
      const { channels, customers, messages, hooks } = storage.reader(brand);
      deepEqual(written[0], { ...ownChannel(2, { webhook }), number: 2 });
      deepEqual((await channels.find(channel))?.webhook, webhook);
      deepEqual(await customers.find(2), { ...sampleCustomer(channel, fullMembers), number: 2 });
      deepEqual((await customers.find(number))?.fields, fullMembers.fields);
      deepEqual((await messages.list(number, firstSlice)).items, [sampleMessage(1)]);
      deepEqual(await hooks.find(1), { ...sampleHook(channel), number: 1 });
    },
  },
];

const fullMembers: Partial<NewCustomer> = {
  token: 'T:1+a.b_c-d',
  name: '  "Ünï" \u{1f916} %_\\\' ',
  email: 'ada@example.org',
  phone: '+34 600',
  agentId: 7,
  botId: 'b1',
  archived: true,
  blocked: true,
  optIn: true,
  registerDate: 8_640_000_000_000_000,
  unread: 3,
  lastMessageAt: 1_785_000_000_000.001,
  lastSeq: 9,
  fields: JSON.parse(
    '{"__proto__":{"type":"string","value":"p"},"ünï":{"type":"array","value":[1.5,null,{"b":1,"a":2}]},' +
      '"constructor":{"type":"object","value":{"__proto__":[]}}}',
  ),
  isExternal: true,
  expiresAt: 8_640_000_000_000_000,
};

const singleChanges: readonly Partial<CustomerRecord>[] = [
  { name: 'New' },
  { email: 'n@example.org' },
  { phone: '1' },
  { agentId: 8 },
  { botId: 'b2' },
  { archived: false },
  { blocked: false },
  { optIn: false },
  { unread: 0 },
  { lastMessageAt: 5.999 },
  { lastSeq: 10 },
  { fields: { city: { type: 'string', value: 'Rome' } } },
  { expiresAt: 9_000 },
];
