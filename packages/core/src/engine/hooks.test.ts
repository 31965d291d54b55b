import { expect, it } from 'vitest';
import { codeOf, refusalOf, startAt } from '../../test/engine-fixture.ts';
import { checkingSender, platformFixture } from '../../test/platform-fixture.ts';
import { readsOf } from '../../test/stored-records.ts';
import type { BrandEngine } from './engine.ts';

const url = 'https://hooks.example.org/x?secret=s3cret';

it('[HK8][HK11][HK15] a new hook is on, returns its secrets when read, and stores them encrypted', async () => {
  const { acme, newChannel, storage } = await platformFixture();
  const channel = await newChannel({ type: 'native' });
  const hook = await acme.hooks.create(channel, { url, token: 't0ken', name: 'CRM' });
  expect(hook).toEqual({
    number: 1,
    channelNumber: channel,
    url,
    token: 't0ken',
    name: 'CRM',
    order: 'none',
    active: true,
    createdAt: startAt,
    updatedAt: startAt,
  });
  expect(await acme.hooks.get(channel, hook.number)).toEqual(hook);
  expect(await acme.hooks.create(channel, { url })).toMatchObject({ token: '', name: '' });
  const record = await readsOf(storage).load({ kind: 'hook', number: hook.number });
  expect(record).toMatchObject({ origin: 'https://hooks.example.org', name: 'CRM' });
  expect(JSON.stringify(record)).not.toMatch(/s3cret|t0ken/);
});

it('[HK9][HK11][HK15] a change of a hook writes only the members that it has', async () => {
  const { acme, newChannel, clock, storage } = await platformFixture();
  const channel = await newChannel();
  const hook = await acme.hooks.create(channel, { url, token: 't', name: 'CRM' });
  clock.advance(5);
  const changed = { ...hook, token: 'new', updatedAt: startAt + 5 };
  expect(await acme.hooks.update(channel, hook.number, { token: 'new' })).toEqual(changed);
  const moved = await acme.hooks.update(channel, hook.number, { url: 'http://example.org', token: '', name: '' });
  expect(moved).toEqual({ ...changed, url: 'http://example.org', token: '', name: '' });
  expect(await acme.hooks.get(channel, hook.number)).toEqual(moved);
  expect((await readsOf(storage).load({ kind: 'hook', number: hook.number }))?.origin).toBe('http://example.org');
});

it('[HK23] a hook has the order that it was given last', async () => {
  const { acme, newChannel } = await platformFixture();
  const channel = await newChannel();
  const { number, order } = await acme.hooks.create(channel, { url, order: 'customer' });
  expect(order).toBe('customer');
  expect((await acme.hooks.update(channel, number, { token: 'new' })).order).toBe('customer');
  expect((await acme.hooks.update(channel, number, { order: 'none' })).order).toBe('none');
  expect((await acme.hooks.get(channel, number)).order).toBe('none');
  const refusal = await refusalOf(acme.hooks.create(channel, { url, order: 'sender' as never }));
  expect(refusal.faults).toEqual([{ field: 'order', message: 'Expected one of customer, none.' }]);
});

it.for<readonly [unknown, readonly string[]]>([
  [{ token: ' ' }, ['url', 'token']],
  [{ url: 'ftp://example.org', name: 5 }, ['url', 'name']],
  [{ url: 'http://169.254.169.254/' }, ['url']],
  [undefined, ['']],
])('[HK5][HK6][HK7][HK16] the hook %j is refused with all faults', async ([hook, fields]) => {
  const { acme, newChannel } = await platformFixture({ sender: checkingSender({ '169.254.169.254': 'blocked' }) });
  const channel = await newChannel();
  const refusal = await refusalOf(acme.hooks.create(channel, hook as never));
  expect([refusal.code, refusal.faults.map(({ field }) => field)]).toEqual(['invalid_parameters', fields]);
  expect((await acme.hooks.list(channel)).total).toBe(0);
});

it('[HK9][HK16] a change with a fault is refused, and the hook stays as it was', async () => {
  const { acme, newChannel } = await platformFixture({ sender: checkingSender({ '169.254.169.254': 'blocked' }) });
  const channel = await newChannel();
  const hook = await acme.hooks.create(channel, { url });
  for (const edit of [{ url: 'http://169.254.169.254/' }, {}, { token: '\n' }]) {
    expect(await codeOf(acme.hooks.update(channel, hook.number, edit))).toMatch(/^invalid_parameters/);
  }
  expect(await acme.hooks.get(channel, hook.number)).toEqual(hook);
});

it('[HK14][PA6][PA7] hooks are listed by channel and number, in parts', async () => {
  const { acme, newChannel } = await platformFixture();
  const [channel, other] = [await newChannel(), await newChannel()];
  const [first, second] = [await acme.hooks.create(channel, { url }), await acme.hooks.create(channel, { url })];
  const elsewhere = await acme.hooks.create(other, { url });
  expect(await acme.hooks.list(channel)).toEqual({ items: [first, second], total: 2 });
  expect(await acme.hooks.list(channel, { offset: 1, limit: 1 })).toEqual({ items: [second], total: 2 });
  expect(await acme.hooks.list(channel, { limit: 0 })).toEqual({ items: [], total: 2 });
  expect(await acme.hooks.list(other)).toEqual({ items: [elsewhere], total: 1 });
  expect(await codeOf(acme.hooks.list(channel, { offset: -1 }))).toBe('invalid_parameters offset');
  expect(await codeOf(acme.hooks.get(channel, elsewhere.number))).toBe('hook_not_found');
});

const wrong = {} as never;
it('[HK12][HK13] errors come in this order: channel and hook not found, plan, values', async () => {
  const { acme, newChannel, setPlan } = await platformFixture();
  const channel = await newChannel();
  const { number } = await acme.hooks.create(channel, { url });
  await setPlan('starter');
  const order: readonly (readonly [Promise<unknown>, string])[] = [
    [acme.hooks.create(999, wrong), 'channel_not_found'],
    [acme.hooks.create(channel, wrong), 'plan_required'],
    [acme.hooks.update(999, number, wrong), 'channel_not_found'],
    [acme.hooks.update(channel, 999, wrong), 'hook_not_found'],
    [acme.hooks.update(channel, number, wrong), 'plan_required'],
  ];
  for (const [attempt, code] of order) expect(await codeOf(attempt)).toBe(code);
  await setPlan('business');
  expect(await codeOf(acme.hooks.create(channel, wrong))).toBe('invalid_parameters url');
  expect(await codeOf(acme.hooks.update(channel, number, wrong))).toBe('invalid_parameters');
});

it('[HK22] a channel has a maximum of hooks, also with concurrent creations, and room again when one is deleted', async () => {
  const { acme, newChannel } = await platformFixture({ limits: { maxHooks: 2 } });
  const channel = await newChannel();
  const made = await Promise.allSettled([1, 2, 3, 4].map(() => acme.hooks.create(channel, { url })));
  const refused = made.filter(({ status }) => status === 'rejected');
  expect([refused.length, (await acme.hooks.list(channel)).total]).toEqual([2, 2]);
  expect(await codeOf(acme.hooks.create(channel, { url }))).toBe('invalid_parameters');
  await acme.hooks.create(await newChannel(), { url });
  const [first] = (await acme.hooks.list(channel)).items;
  await acme.hooks.delete(channel, first?.number ?? 0);
  await acme.hooks.create(channel, { url });
});

it('[HK12] without the plan hooks can still be read and deleted', async () => {
  const { acme, newChannel, setPlan } = await platformFixture();
  const channel = await newChannel();
  const hook = await acme.hooks.create(channel, { url });
  await setPlan('sandbox');
  const off = { ...hook, active: false };
  expect(await acme.hooks.list(channel)).toEqual({ items: [off], total: 1 });
  expect(await acme.hooks.get(channel, hook.number)).toEqual(off);
  await acme.hooks.delete(channel, hook.number);
  expect(await acme.hooks.list(channel)).toEqual({ items: [], total: 0 });
});

it('[HK17] deleting a hook ends its pending deliveries, and no others', async () => {
  const { acme, newChannel, newCustomer, deliveries } = await platformFixture();
  const channel = await newChannel();
  const customer = await newCustomer(channel);
  const [first, second] = [await acme.hooks.create(channel, { url }), await acme.hooks.create(channel, { url })];
  await acme.messages.send(customer, 'text', { message: 'Hi' });
  await acme.hooks.delete(channel, first.number);
  expect((await deliveries()).map(({ target, state }) => [target.number, state])).toEqual([
    [first.number, 'dead'],
    [second.number, 'pending'],
  ]);
  expect(await codeOf(acme.hooks.delete(channel, first.number))).toBe('hook_not_found');
  expect(await codeOf(acme.hooks.get(channel, first.number))).toBe('hook_not_found');
});

const calls: readonly (readonly [
  string,
  'channel_not_found' | 'hook_not_found',
  (caller: BrandEngine, at: { readonly channel: number; readonly hook: number }) => Promise<unknown>,
])[] = [
  ['channels.get', 'channel_not_found', (caller, { channel }) => caller.channels.get(channel)],
  ['channels.update', 'channel_not_found', (caller, { channel }) => caller.channels.update(channel, wrong)],
  ['channels.setBot', 'channel_not_found', (caller, { channel }) => caller.channels.setBot(channel, undefined)],
  ['channels.renewToken', 'channel_not_found', (caller, { channel }) => caller.channels.renewToken(channel)],
  ['hooks.create', 'channel_not_found', (caller, { channel }) => caller.hooks.create(channel, { url })],
  ['hooks.list', 'channel_not_found', (caller, { channel }) => caller.hooks.list(channel, { limit: -1 })],
  ['hooks.get', 'channel_not_found', (caller, { channel, hook }) => caller.hooks.get(channel, hook)],
  ['hooks.update', 'channel_not_found', (caller, { channel, hook }) => caller.hooks.update(channel, hook, wrong)],
  ['hooks.delete', 'channel_not_found', (caller, { channel, hook }) => caller.hooks.delete(channel, hook)],
];

it.for(calls)(
  '[CH2][PE3][PE4] %s of a channel that the caller may not see gives the same error as for one that does not exist',
  async ([, code, call]) => {
    const { acme, strangers, newChannel, newTestChannel } = await platformFixture();
    const channel = await newChannel();
    const hook = await acme.hooks.create(channel, { url });
    const before = await acme.channels.get(channel);
    const absent = await refusalOf(call(acme, { channel: 999, hook: hook.number }));
    expect(absent.code).toBe(code);
    for (const stranger of strangers) {
      const refusal = await refusalOf(call(stranger, { channel, hook: hook.number }));
      expect({ ...refusal, message: refusal.message }).toEqual({ ...absent, message: absent.message });
    }
    for (const odd of [await newTestChannel(), 0, 1.5, '1', undefined]) {
      expect(await codeOf(call(acme, { channel: odd as number, hook: hook.number }))).toBe(code);
    }
    expect([await acme.channels.get(channel), await acme.hooks.get(channel, hook.number)]).toEqual([before, hook]);
  },
);

it('[HK14] a hook is found only by its number', async () => {
  const { acme, newChannel } = await platformFixture();
  const channel = await newChannel();
  for (const odd of [0, 999, 1.5, '1', undefined]) {
    expect(await codeOf(acme.hooks.get(channel, odd as number))).toBe('hook_not_found');
  }
});
