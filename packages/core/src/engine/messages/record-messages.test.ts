import { expect, it } from 'vitest';
import { startAt } from '../../../test/engine-fixture.ts';
import { type PlatformFixture, platformFixture } from '../../../test/platform-fixture.ts';
import { engineStorage, readsOf } from '../../../test/stored-records.ts';
import type { MessageContent, Sender } from '../../domain/message/message.ts';
import { momentOf } from '../../domain/time/epoch-ms.ts';
import { deterministicIds } from '../../testing/deterministic-ids.ts';
import { resolveLimits } from '../limits.ts';
import type { Operation } from '../records/operations.ts';
import { decided, load, noChanges } from '../use-case/use-case.ts';
import { loadPlace, type NewMessage, planMessages } from './record-messages.ts';

const bot: Sender = { id: 3, name: 'Sales', type: 'bot' };
const visitor: Sender = { id: 1, name: 'Cleo', type: 'customer' };
const text = (body: string): MessageContent => ({ type: 'text', data: { body } });

/** A use-case that says this. @param others - Made after it in the same commit. */
function* saying(
  { clock }: PlatformFixture,
  customer: number,
  said: readonly NewMessage[],
  others: readonly Operation[] = [],
) {
  const changes = noChanges();
  const [held] = yield* load({ kind: 'customer', number: customer });
  if (held === undefined) throw new Error('There is no such customer.');
  const place = yield* loadPlace(held, 'professional');
  const parts = {
    clock,
    ids: deterministicIds(9),
    limits: resolveLimits(),
    transports: new Map(),
    capabilities: new Map(),
  };
  const recorded = planMessages(parts, changes, place, said);
  changes.operations.push(...others);
  return decided(changes, () => recorded);
}

function record(fixture: PlatformFixture, customer: number, said: readonly NewMessage[]) {
  return engineStorage(fixture.storage).perform('acme', () => saying(fixture, customer, said));
}

it('[MS35][MS36][CU22][CU23][CU24] messages are numbered and counted in the given order', async () => {
  const fixture = await platformFixture();
  const { acme, newChannel, newCustomer } = fixture;
  const customer = await newCustomer(await newChannel());
  const said = [
    { content: text('a'), sender: visitor },
    { content: text('b'), sender: bot },
    { content: text('c'), sender: visitor },
  ];
  const recorded = await record(fixture, customer, said);
  expect(recorded.messages.map(({ seq, at, sender, data }) => [seq, at, sender.type, data])).toEqual([
    [1, startAt, 'customer', { body: 'a' }],
    [2, momentOf(startAt * 1_000 + 1), 'bot', { body: 'b' }],
    [3, momentOf(startAt * 1_000 + 2), 'customer', { body: 'c' }],
  ]);
  expect(recorded.customer).toMatchObject({ unread: 2, lastSeq: 3, lastMessageAt: momentOf(startAt * 1_000 + 2) });
  expect(await readsOf(fixture.storage).load({ kind: 'customer', number: customer })).toEqual(recorded.customer);
  expect((await acme.messages.list(customer)).items).toEqual(recorded.messages.toReversed());
});

it('[MS35] without messages nothing is written', async () => {
  const fixture = await platformFixture();
  const customer = await fixture.newCustomer(await fixture.newChannel());
  const recorded = await record(fixture, customer, []);
  expect(recorded).toEqual({
    customer: await readsOf(fixture.storage).load({ kind: 'customer', number: customer }),
    messages: [],
  });
});

it('[MS35] a transaction that fails leaves neither message nor count nor delivery', async () => {
  const fixture = await platformFixture();
  const { acme, storage, newChannel, newCustomer, deliveries } = fixture;
  const channel = await newChannel({ webhookUrl: 'https://example.org' });
  const customer = await newCustomer(channel);
  const impossible = { kind: 'updateChannel', number: channel + 1, change: {} } as const;
  const failing = () => saying(fixture, customer, [{ content: text('a'), sender: bot }], [impossible]);
  const attempt = engineStorage(storage).perform('acme', failing);
  await expect(attempt).rejects.toThrow('The brand has no such channel.');
  expect([(await acme.messages.list(customer)).total, (await acme.customers.get(customer)).lastSeq]).toEqual([0, 0]);
  expect(await deliveries()).toEqual([]);
});

it('[MS32][WH22][WH23] the webhook sends messages of a bot, but not of a customer or the system', async () => {
  const fixture = await platformFixture();
  const { newChannel, newCustomer, deliveries } = fixture;
  const channel = await newChannel({ webhookUrl: 'https://example.org' });
  const customer = await newCustomer(channel);
  await record(fixture, customer, [
    { content: text('a'), sender: visitor },
    { content: text('b'), sender: bot },
    { content: { type: 'event', data: { action: 'close' } }, sender: { id: 0, name: 'system', type: 'sys' } },
    { content: { type: 'event', data: { action: 'error' } }, sender: bot },
  ]);
  const bodies = (await deliveries()).map(({ body }) => JSON.parse(body));
  expect(bodies.map(({ messages, agent }) => [messages[0].message, agent])).toEqual([['b', { id: 3, type: 'bot' }]]);
});

it('[WH24] messages on a test channel are delivered nowhere', async () => {
  const fixture = await platformFixture();
  const customer = await fixture.newCustomer(await fixture.newTestChannel());
  await record(fixture, customer, [{ content: text('a'), sender: bot }]);
  expect(await fixture.deliveries()).toEqual([]);
});

it('[WH26][WH27] deliveries to webhooks are ordered unless the channel says no, and those to hooks if the hook says so', async () => {
  const fixture = await platformFixture();
  const { acme, storage, newChannel, newCustomer } = fixture;
  const url = 'https://example.org';
  const channel = await newChannel({ webhookUrl: url });
  const customer = await newCustomer(channel);
  for (const order of ['customer', 'none', undefined] as const) await acme.hooks.create(channel, { url, order });
  const orders = async () => {
    await acme.messages.send(customer, 'text', { message: 'a' });
    const { items } = await readsOf(storage).load({
      kind: 'deliveries',
      query: { workspaces: [1], offset: 0, limit: 4 },
    });
    return items.toReversed().map(({ target, ordered }) => [target.kind, ordered]);
  };
  const ofHooks = [
    ['hook', true],
    ['hook', undefined],
    ['hook', undefined],
  ];
  expect(await orders()).toEqual([...ofHooks, ['channel', true]]);
  await acme.channels.update(channel, { webhookOrder: 'none' });
  expect(await orders()).toEqual([...ofHooks, ['channel', undefined]]);
});
