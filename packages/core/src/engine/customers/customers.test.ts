import { expect, it } from 'vitest';
import { codeOf, refusalOf, startAt } from '../../../test/engine-fixture.ts';
import { type PlatformFixture, platformFixture } from '../../../test/platform-fixture.ts';
import { commit, readsOf } from '../../../test/stored-records.ts';
import type { Field } from '../../domain/field/field.ts';
import type { Timer } from '../../ports/clock.ts';
import type { BrandEngine } from '../engine.ts';
import { load } from '../use-case/use-case.ts';
import type { CustomerListRequest } from './customers.ts';

async function withCustomer(
  options?: Parameters<typeof platformFixture>[0],
): Promise<PlatformFixture & { readonly channel: number; readonly customer: number }> {
  const fixture = await platformFixture(options);
  const channel = await fixture.newChannel();
  return { ...fixture, channel, customer: await fixture.newCustomer(channel) };
}

async function eventsOf({ acme }: PlatformFixture, customer: number): Promise<readonly unknown[]> {
  const { items } = await acme.messages.list(customer);
  return items.map(({ type, data, sender, seq }) => [seq, type, data, sender]).reverse();
}

const event = (seq: number, action: string, agent_id?: number) => {
  const data = { action, ...(agent_id !== undefined && { agent_id }) };
  return [seq, 'event', data, { id: 0, name: 'system', type: 'sys' }];
};

it('[CU28] a customer is returned without members that only the store uses', async () => {
  const { acme, channel, customer } = await withCustomer();
  expect(await acme.customers.get(customer)).toEqual({
    number: customer,
    channelNumber: channel,
    token: 'visitor-1',
    name: 'Cleo',
    email: '',
    phone: '',
    archived: false,
    blocked: false,
    optIn: true,
    registerDate: startAt,
    unread: 0,
    lastSeq: 0,
    fields: {},
  });
});

it('[CU28][CU29][PA6][PA7] customers are listed by number, with filters and in parts, without customers of test channels', async () => {
  const { acme, as, newChannel, newTestChannel, newCustomer, channel, customer } = await withCustomer();
  const other = await newChannel();
  const second = await newCustomer(other, { agentId: 8, archived: true });
  const third = await newCustomer(other, { optIn: false });
  const elsewhere = await as({ workspaces: [2] }).channels.create({ type: 'apichat', name: 'x' });
  await newCustomer(elsewhere.channel.number);
  await newCustomer(await newTestChannel());
  const numbersOf = async (request?: CustomerListRequest) => {
    const { items, total } = await acme.customers.list(request);
    return [items.map(({ number }) => number), total];
  };
  expect(await numbersOf()).toEqual([[customer, second, third], 3]);
  expect(await numbersOf({ channel })).toEqual([[customer], 1]);
  expect(await numbersOf({ agentId: 8 })).toEqual([[second], 1]);
  expect(await numbersOf({ agentId: null })).toEqual([[customer, third], 2]);
  expect(await numbersOf({ archived: true })).toEqual([[second], 1]);
  expect(await numbersOf({ optIn: false, archived: false })).toEqual([[third], 1]);
  expect(await numbersOf({ channel: 999 })).toEqual([[], 0]);
  expect(await numbersOf({ offset: 1, limit: 1 })).toEqual([[second], 3]);
  expect(await numbersOf({ limit: 0 })).toEqual([[], 3]);
  const refusal = await refusalOf(acme.customers.list({ limit: 101, agentId: 'x' } as never));
  expect(refusal.faults.map(({ field }) => field)).toEqual(['limit', 'agentId']);
});

it('[CU46][PA7] customers are found by a text in any of their texts, ignoring case, with every filter, in parts', async () => {
  const { acme, as, newChannel, newTestChannel, newCustomer, channel, customer } = await withCustomer();
  const other = await newChannel();
  const second = await newCustomer(other, { name: 'CLÉO 50%', email: 'cleo@Example.org', archived: true });
  const third = await newCustomer(other, { name: 'Ana', phone: '+34 600', token: 'wa:Cleo', optIn: false });
  const fourth = await newCustomer(channel, { name: 'Cleopatra', agentId: 8 });
  await newCustomer(await newTestChannel(), { name: 'Cleo' });
  const elsewhere = await as({ workspaces: [2] }).channels.create({ type: 'apichat', name: 'x' });
  const far = await newCustomer(elsewhere.channel.number, { name: 'Cleo' });
  const find = async (request: CustomerListRequest, caller = acme) => {
    const { items, total } = await caller.customers.list(request);
    return [items.map(({ number }) => number), total];
  };
  expect(await find({ searchBy: 'name', search: 'cleo' })).toEqual([[customer, fourth], 2]);
  expect(await find({ searchBy: 'name', search: 'cle\u0301O' })).toEqual([[second], 1]);
  expect(await find({ searchBy: 'name', search: '%' })).toEqual([[second], 1]);
  expect(await find({ searchBy: 'name', search: '_' })).toEqual([[], 0]);
  expect(await find({ searchBy: 'email', search: 'EXAMPLE' })).toEqual([[second], 1]);
  expect(await find({ searchBy: 'phone', search: '4 6' })).toEqual([[third], 1]);
  expect(await find({ searchBy: 'token', search: 'WA:' })).toEqual([[third], 1]);
  const all = { searchBy: 'name', search: 'l' } as const;
  expect(await find(all)).toEqual([[customer, second, fourth], 3]);
  expect(await find({ ...all, offset: 1, limit: 1 })).toEqual([[second], 3]);
  expect(await find({ ...all, offset: 2 })).toEqual([[fourth], 3]);
  expect(await find({ ...all, offset: 9 })).toEqual([[], 3]);
  expect(await find({ ...all, limit: 0 })).toEqual([[], 3]);
  expect(await find({ ...all, channel: other })).toEqual([[second], 1]);
  expect(await find({ ...all, agentId: null, archived: false })).toEqual([[customer], 1]);
  expect(await find({ ...all, agentId: 8, optIn: true })).toEqual([[fourth], 1]);
  expect(await find(all, as({ workspaces: [2] }))).toEqual([[far], 1]);
  expect(await find(all, as({ workspaces: [] }))).toEqual([[], 0]);
  expect(await find(all, as({ brand: 'other' }))).toEqual([[], 0]);

  await acme.customers.update(second, { name: 'Bea' });
  await acme.customers.delete(customer);
  expect(await find({ ...all, search: 'e' })).toEqual([[second, fourth], 2]);
  expect(await find(all)).toEqual([[fourth], 1]);
});

it.for<readonly [object, string]>([
  [{ search: 'x' }, 'searchBy'],
  [{ searchBy: 'name' }, 'search'],
  [{ searchBy: 'id', search: 'x' }, 'searchBy'],
  [{ searchBy: '__proto__', search: 'x' }, 'searchBy'],
  [{ searchBy: '', search: 'x' }, 'searchBy'],
  [{ searchBy: 'name', search: '' }, 'search'],
  [{ searchBy: 'name', search: 5 }, 'search'],
  [{ searchBy: 'name', search: '\u0000' }, 'search'],
  [{ searchBy: 'name', search: '\ud800' }, 'search'],
  [{ searchBy: 'name', search: 'x'.repeat(256) }, 'search'],
])('[CU47] the search %j is refused at %s', async ([request, field]) => {
  const { acme } = await withCustomer();
  expect(await codeOf(acme.customers.list(request))).toBe(`invalid_parameters ${field}`);
});

it('[CU47] a search text may have 255 characters, and may be a space', async () => {
  const { acme, newCustomer, channel } = await withCustomer();
  const long = await newCustomer(channel, { name: `x ${'😀'.repeat(253)}` });
  for (const search of [' ', `x ${'😀'.repeat(253)}`]) {
    expect((await acme.customers.list({ searchBy: 'name', search })).items.map(({ number }) => number)).toEqual([long]);
  }
});

/** A timer that stops searches between two steps until the test continues them. */
function stepping(): { readonly timer: Timer; readonly steps: () => number; goOn(): Promise<void> } {
  const waiting: (() => void)[] = [];
  let steps = 0;
  return {
    timer: {
      sleep() {
        steps += 1;
        return new Promise((resolve) => waiting.push(resolve));
      },
    },
    steps: () => steps,
    async goOn() {
      for (const wake of waiting.splice(0)) wake();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

it('[CU48][CU49] a search lets other work run between steps, sees changes ahead of it, and limits how many wait', async () => {
  const { timer, steps, goOn } = stepping();
  const fixture = await withCustomer({ timer, limits: { maxWaitingSearches: 1 } });
  const { acme, as, storage, channel, newCustomer, customer } = fixture;
  const record = await readsOf(storage).load({ kind: 'customer', number: customer });
  const { number: _, token: __, ...members } = record as NonNullable<typeof record>;
  const numbers = Array.from({ length: 2_500 }, () => ({ kind: 'customerNumber' }) as const);
  const operations = (await readsOf(storage).run(load(...numbers))).map((each, index) => {
    return { kind: 'insertCustomer', customer: { ...members, number: each, name: `Ann ${index % 2}` } } as const;
  });
  await commit(storage, 'acme', ...operations);
  const last = await newCustomer(channel, { name: 'Ann 0' });
  const search = (caller = acme) =>
    caller.customers.list({ searchBy: 'name', search: 'ann 0', offset: 1_249, limit: 5 });

  const first = search();
  await goOn();
  expect(steps()).toBe(1);
  const second = search();
  expect(await codeOf(search())).toBe('too_many_requests');
  expect((await search(as({ brand: 'other' }))).total).toBe(0);
  await acme.customers.update(last, { name: 'Bea' });
  const added = await newCustomer(channel, { name: 'Ann 0' });
  await goOn();
  await goOn();
  const { items, total } = await first;
  expect([items.map(({ number }) => number), total, steps()]).toEqual([[expect.any(Number), added], 1_251, 3]);
  for (let step = 0; step < 3; step += 1) await goOn();
  expect((await second).total).toBe(1_251);
});

it('[CU28] a customer on a test channel is absent', async () => {
  const { acme, newTestChannel, newCustomer } = await withCustomer();
  const visitor = await newCustomer(await newTestChannel());
  expect(await codeOf(acme.customers.get(visitor))).toBe('customer_not_found');
  expect(await codeOf(acme.customers.archive(visitor))).toBe('customer_not_found');
});

it('[CU15][CU20][CU30] archiving and unarchiving are recorded as one event each', async () => {
  const fixture = await withCustomer();
  const { acme, customer } = fixture;
  expect(await acme.customers.archive(customer)).toMatchObject({ archived: true, lastSeq: 1, unread: 0 });
  expect(await acme.customers.archive(customer)).toMatchObject({ archived: true, lastSeq: 1 });
  const answer = await acme.customers.unarchive(customer);
  expect(answer).toMatchObject({ archived: false, lastSeq: 2 });
  expect(answer).toEqual(await acme.customers.get(customer));
  expect(await eventsOf(fixture, customer)).toEqual([event(1, 'archive'), event(2, 'unarchive')]);
  expect(await fixture.inbox(customer)).toEqual([]);
});

it('[CU16] blocking and unblocking are not recorded as events', async () => {
  const { acme, customer, ...rest } = await withCustomer();
  expect(await acme.customers.block(customer)).toMatchObject({ blocked: true, lastSeq: 0 });
  expect(await acme.customers.block(customer)).toMatchObject({ blocked: true });
  expect(await acme.customers.unblock(customer)).toMatchObject({ blocked: false, lastSeq: 0 });
  expect(await rest.inbox(customer)).toEqual([]);
});

it('[CU17][CU30][CU31][CU35] an agent takes a customer over from the bot', async () => {
  const fixture = await withCustomer();
  const { acme, newBot, newCustomer, channel, inbox } = fixture;
  const bot = await newBot();
  const customer = await newCustomer(channel, { botId: bot.id });
  const assigned = await acme.customers.assign(customer, 8);
  expect(assigned).toMatchObject({ agentId: 8, lastSeq: 1 });
  expect(assigned).not.toHaveProperty('botId');
  expect(await acme.customers.get(customer)).toEqual(assigned);
  await acme.customers.assign(customer, 8);
  expect(await acme.customers.assign(customer, 7)).toMatchObject({ agentId: 7 });
  expect(await eventsOf(fixture, customer)).toEqual([event(1, 'assign', 8), event(2, 'assign', 7)]);
  expect(await inbox(customer)).toEqual([{ kind: 'taken_over' }, { kind: 'taken_over' }]);
});

it('[CU31] customers can be assigned to agents only, and the caller is one', async () => {
  const { acme, as, customer } = await withCustomer();
  for (const nobody of [9, 0, 7.5, '7', null]) {
    expect(await codeOf(acme.customers.assign(customer, nobody as number))).toBe('agent_not_found');
  }
  expect((await as({ person: 9 }).customers.assign(customer, 9)).agentId).toBe(9);
  expect(await codeOf(acme.customers.assign(customer, 9))).toBe('agent_not_found');
});

it('[CU44] an assignment without an agent is to the caller', async () => {
  const { acme, as, customer } = await withCustomer();
  expect((await acme.customers.assign(customer)).agentId).toBe(7);
  expect((await as({ person: 9 }).customers.assign(customer)).agentId).toBe(9);
});

it('[CU43] opting out and in changes nothing else, causes no event, and works on a blocked customer', async () => {
  const { acme, customer, inbox } = await withCustomer();
  const before = await acme.customers.get(customer);
  expect(await acme.customers.optOut(customer)).toEqual({ ...before, optIn: false });
  expect(await acme.customers.optOut(customer)).toEqual({ ...before, optIn: false });
  expect(await acme.customers.get(customer)).toEqual({ ...before, optIn: false });
  await acme.customers.block(customer);
  expect(await acme.customers.optIn(customer)).toEqual({ ...before, blocked: true });
  expect(await inbox(customer)).toEqual([]);
});

it('[CU41] an agent’s changes to a customer are stored, and cause no event', async () => {
  const { acme, customer, inbox } = await withCustomer();
  await acme.customers.setField(customer, 'x', { type: 'string', value: 'x' });
  const before = await acme.customers.get(customer);
  const change = { name: '', email: 'cleo@example.org', opt_in: false };
  const changed = await acme.customers.update(customer, change);
  expect(changed).toEqual({ ...before, name: '', email: 'cleo@example.org', optIn: false });
  expect(await acme.customers.get(customer)).toEqual(changed);
  const refusal = await refusalOf(acme.customers.update(customer, { name: 'Ann', fields: {}, phone: 5 } as object));
  expect(refusal.faults.map(({ field }) => field)).toEqual(['fields', 'phone']);
  expect(await codeOf(acme.customers.update(customer, {}))).toBe('invalid_parameters');
  expect(await acme.customers.get(customer)).toEqual(changed);
  expect(await inbox(customer)).toEqual([]);
});

it('[CU19][CU35] unassigning leaves a customer unassigned', async () => {
  const fixture = await withCustomer();
  const { acme, customer, inbox } = fixture;
  await acme.customers.assign(customer, 7);
  const free = await acme.customers.unassign(customer);
  expect(free).not.toHaveProperty('agentId');
  expect(await acme.customers.unassign(customer)).toEqual(free);
  expect(await eventsOf(fixture, customer)).toEqual([event(1, 'assign', 7), event(2, 'unassign', 7)]);
  expect(await inbox(customer)).toEqual([{ kind: 'taken_over' }, { kind: 'taken_over' }]);
});

it('[CU18][CU21][CU33] a bot takes a customer over and begins, also when it was assigned already', async () => {
  const fixture = await withCustomer();
  const { acme, customer, newBot, inbox } = fixture;
  const bot = await newBot();
  await acme.customers.assign(customer, 7);
  const assigned = await acme.customers.assignBot(customer, bot.number);
  expect(assigned).toMatchObject({ botId: bot.id, lastSeq: 2 });
  expect(assigned).not.toHaveProperty('agentId');
  expect(await acme.customers.assignBot(customer, bot.number, { node: 'n1' })).toEqual(assigned);
  expect(await eventsOf(fixture, customer)).toEqual([event(1, 'assign', 7), event(2, 'assign')]);
  expect(await inbox(customer)).toEqual([{ kind: 'taken_over' }, { kind: 'start' }, { kind: 'start', node: 'n1' }]);
});

it('[CU34] a bot that is not launched waits for the customer, and the former conversation ends', async () => {
  const { acme, customer, newBot, inbox } = await withCustomer();
  const [first, second] = [await newBot(), await newBot()];
  await acme.customers.assignBot(customer, first.number, { launch: false });
  await acme.customers.assignBot(customer, first.number, { launch: false });
  await acme.customers.assignBot(customer, first.number, { launch: false, node: 'n1' });
  await acme.customers.assignBot(customer, second.number, { launch: false });
  expect(await inbox(customer)).toEqual([{ kind: 'assigned' }, { kind: 'assigned', node: 'n1' }, { kind: 'assigned' }]);
});

it('[CU32] a bot that cannot be assigned changes nothing', async () => {
  const { acme, as, customer, newBot, inbox } = await withCustomer();
  const before = await acme.customers.get(customer);
  const [trashed, fresh] = [await newBot(), await newBot({ published: false })];
  await acme.bots.trash(trashed.id);
  const hidden = await as({ workspaces: [2] }).bots.create({ name: 'x', channelFamily: 'native' });
  const foreign = await as({ brand: 'other' }).bots.create({ name: 'x', channelFamily: 'native' });
  const diagram = { nodes: {}, connections: {} };
  const versions = [{ publishedAt: 1, publishedBy: 1, diagram }];
  const older = await acme.bots.importOlder({ name: 'x', channelFamily: 'native', createdAt: 1, diagram, versions });
  for (const number of [trashed.number, hidden.number, foreign.number, 999, 1.5, '1', undefined]) {
    expect(await codeOf(acme.customers.assignBot(customer, number as number))).toBe('bot_not_found');
  }
  expect(await codeOf(acme.customers.assignBot(customer, older.number))).toBe('unsupported_builder');
  expect(await codeOf(acme.customers.assignBot(customer, fresh.number))).toBe('bot_never_published');
  expect(await acme.customers.get(customer)).toEqual(before);
  expect(await inbox(customer)).toEqual([]);
});

it.for<readonly [unknown, readonly string[]]>([
  [{ launch: 'yes', node: 5 }, ['launch', 'node']],
  [[], ['']],
])('[CU21] the assignment %j is refused', async ([options, fields]) => {
  const { acme, customer, newBot } = await withCustomer();
  const { number } = await newBot();
  const refusal = await refusalOf(acme.customers.assignBot(customer, number, options as object));
  expect([refusal.code, refusal.faults.map(({ field }) => field)]).toEqual(['invalid_parameters', fields]);
});

it('[CU36] no bot is launched for a blocked customer; all other actions work', async () => {
  const { acme, customer, newBot, inbox } = await withCustomer();
  const { number, id } = await newBot();
  await acme.customers.block(customer);
  expect(await codeOf(acme.customers.assignBot(customer, number))).toBe('customer_blocked');
  expect(await acme.customers.get(customer)).not.toHaveProperty('botId');
  expect(await acme.customers.assignBot(customer, number, { launch: false })).toMatchObject({ botId: id });
  expect(await acme.customers.archive(customer)).toMatchObject({ archived: true });
  expect(await acme.customers.assign(customer, 7)).toMatchObject({ agentId: 7 });
  expect(await inbox(customer)).toEqual([{ kind: 'assigned' }, { kind: 'taken_over' }]);
});

it('[CU37] a deleted customer is not found, nor are its messages', async () => {
  const { acme, customer } = await withCustomer();
  await acme.messages.send(customer, 'text', { message: 'Hi' });
  await acme.customers.delete(customer);
  expect(await codeOf(acme.customers.get(customer))).toBe('customer_not_found');
  expect(await codeOf(acme.customers.delete(customer))).toBe('customer_not_found');
  expect(await codeOf(acme.messages.list(customer))).toBe('customer_not_found');
  expect((await acme.customers.list()).total).toBe(0);
});

it('[CU38][CU39] a Field is written and read by its name', async () => {
  const { acme, customer } = await withCustomer();
  expect(await codeOf(acme.customers.getField(customer, 'colour'))).toBe('field_not_found');
  const field: Field = { type: 'string', value: 'red' };
  expect(await acme.customers.setField(customer, 'colour', field)).toEqual(field);
  await acme.customers.setField(customer, '__proto__', { type: 'array', value: [1, null] });
  await acme.customers.setField(customer, 'colour', { type: 'integer', value: 5 });
  expect(await acme.customers.getField(customer, 'colour')).toEqual({ type: 'integer', value: 5 });
  expect(await acme.customers.getField(customer, '__proto__')).toEqual({ type: 'array', value: [1, null] });
  expect(Object.keys((await acme.customers.get(customer)).fields)).toEqual(['colour', '__proto__']);
  for (const absent of ['constructor', 'toString', 'Colour', '']) {
    expect(await codeOf(acme.customers.getField(customer, absent))).toBe('field_not_found');
  }
});

it('[CU45] a Field is deleted by its name, and all others stay', async () => {
  const { acme, customer } = await withCustomer();
  for (const name of ['a', '__proto__', 'b'])
    await acme.customers.setField(customer, name, { type: 'float', value: 1 });
  await acme.customers.deleteField(customer, '__proto__');
  expect(Object.keys((await acme.customers.get(customer)).fields)).toEqual(['a', 'b']);
  for (const absent of ['__proto__', 'constructor', 'A', '', 'name']) {
    expect(await codeOf(acme.customers.deleteField(customer, absent))).toBe('field_not_found');
  }
});

it('[CU38] a key of the customer record is not a Field, even if a bot stores a Field of that name', async () => {
  const { acme, newCustomer, channel } = await withCustomer();
  const customer = await newCustomer(channel, { fields: { token: { type: 'string', value: 's3cret' } } });
  for (const key of ['name', 'token']) {
    expect(await codeOf(acme.customers.getField(customer, key))).toBe('field_not_found');
    expect(await codeOf(acme.customers.deleteField(customer, key))).toBe('field_not_found');
  }
});

it.for<readonly [string, unknown, string]>([
  ['name', { type: 'string', value: 'x' }, 'name'],
  ['{x}', { type: 'string', value: 'x' }, 'name'],
  ['x', { type: 'text', value: 'x' }, 'type'],
  ['x', { type: 'integer', value: 1.5 }, 'value'],
  ['x', { type: 'string' }, 'value'],
])('[CU8][CU39] the Field %j of %j is refused', async ([name, field, at]) => {
  const { acme, customer } = await withCustomer();
  expect(await codeOf(acme.customers.setField(customer, name, field as Field))).toBe(`invalid_parameters ${at}`);
  expect((await acme.customers.get(customer)).fields).toEqual({});
});

it('[CU39] Fields that are written concurrently are all stored', async () => {
  const { acme, customer } = await withCustomer();
  const names = Array.from({ length: 20 }, (_, index) => `f${index}`);
  await Promise.all(names.map((name) => acme.customers.setField(customer, name, { type: 'string', value: name })));
  expect(Object.keys((await acme.customers.get(customer)).fields).toSorted()).toEqual(names.toSorted());
});

const wrong = {} as never;
const calls: readonly (readonly [string, (caller: BrandEngine, customer: number) => Promise<unknown>])[] = [
  ['get', (caller, customer) => caller.customers.get(customer)],
  ['update', (caller, customer) => caller.customers.update(customer, wrong)],
  ['optIn', (caller, customer) => caller.customers.optIn(customer)],
  ['optOut', (caller, customer) => caller.customers.optOut(customer)],
  ['assign to who is calling', (caller, customer) => caller.customers.assign(customer)],
  ['deleteField', (caller, customer) => caller.customers.deleteField(customer, 'x')],
  ['delete', (caller, customer) => caller.customers.delete(customer)],
  ['archive', (caller, customer) => caller.customers.archive(customer)],
  ['unarchive', (caller, customer) => caller.customers.unarchive(customer)],
  ['block', (caller, customer) => caller.customers.block(customer)],
  ['unblock', (caller, customer) => caller.customers.unblock(customer)],
  ['assign', (caller, customer) => caller.customers.assign(customer, wrong)],
  ['assignBot', (caller, customer) => caller.customers.assignBot(customer, wrong, wrong)],
  ['unassign', (caller, customer) => caller.customers.unassign(customer)],
  ['getField', (caller, customer) => caller.customers.getField(customer, 'x')],
  ['setField', (caller, customer) => caller.customers.setField(customer, 'x', wrong)],
  ['messages.send', (caller, customer) => caller.messages.send(customer, wrong, wrong)],
  ['messages.list', (caller, customer) => caller.messages.list(customer, { limit: -1 })],
];

it.for(calls)(
  '[CU28][CU40][PE3][PE4] %s of a customer that the caller may not see gives the same error as for one that does not exist',
  async ([, call]) => {
    const { acme, strangers, customer } = await withCustomer();
    await acme.customers.setField(customer, 'x', { type: 'string', value: 'x' });
    const before = await acme.customers.get(customer);
    const absent = await refusalOf(call(acme, 999));
    expect(absent.code).toBe('customer_not_found');
    for (const stranger of strangers) {
      const refusal = await refusalOf(call(stranger, customer));
      expect({ ...refusal, message: refusal.message }).toEqual({ ...absent, message: absent.message });
    }
    for (const odd of [0, -1, 1.5, Number.NaN, '1', undefined]) {
      expect(await codeOf(call(acme, odd as number))).toBe('customer_not_found');
    }
    expect(await acme.customers.get(customer)).toEqual(before);
  },
);
