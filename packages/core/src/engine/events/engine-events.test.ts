import { afterAll, expect, it } from 'vitest';
import { accountFixture, connectAccount, hour, startLink } from '../../../test/account-fixture.ts';
import { connection, diagramOf, node } from '../../../test/diagram-fixture.ts';
import { type Fixture, principalOf } from '../../../test/engine-fixture.ts';
import { platformFixture } from '../../../test/platform-fixture.ts';
import type { Effect } from '../../domain/conversation/effects.ts';
import type { ConversationRunner } from '../../domain/conversation/step.ts';
import type { AttemptOutcome } from '../../domain/delivery/retry-policy.ts';
import type { WebhookSender } from '../../ports/webhook-sender.ts';
import { conversationRunner } from '../../runner/index.ts';
import type { Engine } from '../engine.ts';
import type { EngineEvent, EngineEventType, EventsLost } from './engine-events.ts';

type Seen = EngineEvent | EventsLost;

/** Each type of event, so that the tests of this file together raise every one. */
const raisedHere: Record<EngineEventType, boolean> = {
  'bot.created': false,
  'bot.renamed': false,
  'bot.trashed': false,
  'bot.restored': false,
  'bot.destroyed': false,
  'bot.published': false,
  'draft.changed': false,
  'draft.deployed': false,
  'version.labelled': false,
  'version.deleted': false,
  'version.imported': false,
  'feedback.changed': false,
  'channel.created': false,
  'channel.changed': false,
  'channel.token_renewed': false,
  'hook.created': false,
  'hook.changed': false,
  'hook.deleted': false,
  'hook.switched': false,
  'customer.created': false,
  'customer.changed': false,
  'customer.deleted': false,
  'customer.archived': false,
  'customer.unarchived': false,
  'customer.blocked': false,
  'customer.unblocked': false,
  'customer.opted_in': false,
  'customer.opted_out': false,
  'customer.assigned': false,
  'customer.unassigned': false,
  'message.recorded': false,
  'conversation.closed': false,
  'conversation.restarted': false,
  'conversation.failed': false,
  'delivery.attempted': false,
  'delivery.dead': false,
  'delivery.replayed': false,
  'account.connection_started': false,
  'account.connected': false,
  'account.connection_declined': false,
  'account.lost': false,
  'brand.changed': false,
  'brand.removed': false,
  'token.created': false,
  'token.revoked': false,
  'agent.changed': false,
  'agent.removed': false,
};

afterAll(() => {
  expect(Object.entries(raisedHere).filter(([, isRaised]) => !isRaised)).toEqual([]);
});

/** Texts that no event may contain. */
const secret = 'S3CRET-of-a-person';

/** Listens from now on. `next` returns what was raised since the last call. */
function listen({ events }: Pick<Engine, 'events'>) {
  let seen: Seen[] = [];
  events.subscribe((event) => {
    expect(JSON.stringify(event)).not.toContain(secret);
    if (event.type !== 'events.lost') raisedHere[event.type] = true;
    seen.push(event);
  });
  return {
    async next(): Promise<readonly Seen[]> {
      await turns();
      const taken = seen;
      seen = [];
      return taken;
    },
  };
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const typesOf = (events: readonly Seen[]) => events.map(({ type }) => type);

const greeting = {
  nodes: {
    hidden: { id: 'hidden', path: 'hidden', template: 'hidden', params: {} },
    welcome: { id: 'welcome', path: 'welcome', template: 'ask_question', params: { text: secret } },
  },
  connections: {
    'hidden.%default--welcome': {
      id: 'hidden.%default--welcome',
      type: '%default',
      sourcePath: 'hidden',
      targetPath: 'welcome',
    },
  },
};

it('[EV6][EV7][EV8] the life of a bot raises an event for each change, by the person who made it', async () => {
  const { engine, acme } = await platformFixture();
  const heard = listen(engine);
  const { id: botId } = await acme.bots.create({ name: secret, channelFamily: 'native' });
  const head = { at: expect.any(Number), brand: 'acme', by: { kind: 'person', person: 7 }, botId, workspace: 1 };
  expect(await heard.next()).toEqual([{ ...head, type: 'bot.created' }]);

  await acme.drafts.replace(botId, greeting);
  expect(await heard.next()).toEqual([{ ...head, type: 'draft.changed', revision: 2 }]);
  await acme.drafts.deployTest(botId);
  expect(await heard.next()).toEqual([{ ...head, type: 'draft.deployed', revision: 2 }]);
  const { id: versionId } = await acme.versions.publish(botId);
  expect(await heard.next()).toEqual([{ ...head, type: 'bot.published', versionId }]);
  await acme.versions.label(botId, versionId, secret);
  expect(await heard.next()).toEqual([{ ...head, type: 'version.labelled', versionId }]);
  const restored = await acme.versions.restore(botId, versionId);
  expect(await heard.next()).toEqual([
    { ...head, type: 'draft.changed', revision: 3 },
    { ...head, type: 'bot.published', versionId: restored.id, restoredFrom: versionId },
  ]);
  await acme.versions.delete(botId, versionId);
  expect(await heard.next()).toEqual([{ ...head, type: 'version.deleted', versionId }]);
  await acme.feedback.put(botId, { enabled: true, question: secret });
  expect(await heard.next()).toEqual([{ ...head, type: 'feedback.changed' }]);
  await acme.bots.update(botId, { name: `${secret} 2` });
  await acme.bots.trash(botId);
  await acme.bots.update(botId, { name: `${secret} 3`, state: 'active' });
  await acme.bots.trash(botId);
  await acme.bots.destroy(botId);
  expect(await heard.next()).toEqual(
    (['renamed', 'trashed', 'renamed', 'restored', 'trashed', 'destroyed'] as const).map((did) => ({
      ...head,
      type: `bot.${did}`,
    })),
  );
});

it('[EV6] edits of a draft, copies and imports raise events', async () => {
  const { engine, acme } = await platformFixture();
  const heard = listen(engine);
  const { id } = await acme.bots.create({ name: 'Sales', channelFamily: 'native' });
  await acme.drafts.addBlocks(id, { blocks: [{ type: 'ask_question', params: { text: secret } }] });
  await acme.drafts.addBlocks(id, { blocks: [{ type: 'ask_question', params: { text: secret } }] });
  await acme.bots.duplicate({ botId: id, name: 'Copy' });
  expect(typesOf(await heard.next())).toEqual(['bot.created', 'draft.changed', 'draft.changed', 'bot.created']);
  const past = { publishedAt: 1_000, publishedBy: 3, diagram: greeting };
  await acme.bots.importOlder({
    name: 'Old',
    channelFamily: 'native',
    createdAt: 900,
    diagram: greeting,
    versions: [past],
  });
  expect(typesOf(await heard.next())).toEqual(['bot.created', 'version.imported']);
});

it('[EV1] what is refused, and what only reads, raises nothing', async () => {
  const { engine, acme, as } = await platformFixture();
  const { id } = await acme.bots.create({ name: 'Sales', channelFamily: 'native' });
  const heard = listen(engine);
  await expect(acme.versions.publish(id)).rejects.toThrow();
  await expect(acme.bots.destroy(id)).rejects.toThrow();
  await expect(as({ permissions: [] }).bots.trash(id)).rejects.toThrow();
  await acme.bots.list();
  await acme.drafts.get(id);
  expect(await heard.next()).toEqual([]);
});

it('[EV10] a response that is returned again raises nothing again', async () => {
  const { engine } = await platformFixture();
  const heard = listen(engine);
  const request = { path: '/bots', key: 'k1', fingerprint: 'f', encode: () => 'made' };
  for (const replayed of [false, true]) {
    const answer = await engine.once(principalOf(), request, (caller) =>
      caller.bots.create({ name: 'Sales', channelFamily: 'native' }),
    );
    expect(answer.replayed).toBe(replayed);
  }
  expect(typesOf(await heard.next())).toEqual(['bot.created']);
});

it('[EV6][EV7][EV8] channels and hooks raise events, by persons and by the host', async () => {
  const { engine, acme, setPlan } = await platformFixture();
  const heard = listen(engine);
  const { channel } = await acme.channels.create({
    type: 'apichat',
    name: secret,
    token: `${secret}-token-of-a-channel`,
  });
  const { number } = channel;
  await acme.channels.update(number, { webhookUrl: `https://example.org/${secret}` });
  await acme.channels.renewToken(number);
  await acme.channels.setBot(number, undefined);
  const ofChannel = { at: expect.any(Number), brand: 'acme', by: { kind: 'person', person: 7 }, channelNumber: number };
  expect(await heard.next()).toEqual(
    (['created', 'changed', 'token_renewed', 'changed'] as const).map((did) => ({
      ...ofChannel,
      type: `channel.${did}`,
      workspace: 1,
    })),
  );

  const hook = await acme.hooks.create(number, { url: `https://example.org/${secret}`, token: secret });
  await acme.hooks.update(number, hook.number, { name: secret });
  await setPlan('sandbox');
  await acme.hooks.delete(number, hook.number);
  const ofHook = { ...ofChannel, hookNumber: hook.number };
  const host = { kind: 'host' };
  expect((await heard.next()).filter(({ type }) => !type.startsWith('brand'))).toEqual([
    { ...ofHook, type: 'hook.created' },
    { ...ofHook, type: 'hook.changed' },
    { ...ofHook, type: 'hook.switched', active: false, by: host },
    { ...ofHook, type: 'hook.deleted' },
  ]);
});

it('[EV6][EV7][EV8] customers and messages raise events, and say who wrote', async () => {
  const { engine, acme, newChannel, newBot } = await platformFixture();
  const channelNumber = await newChannel();
  const bot = await newBot();
  const heard = listen(engine);
  const channel = engine.channel({ brand: 'acme', channelNumber });
  const sent = await channel.send(secret, { message: { type: 'text', message: secret }, customer: { name: secret } });
  const customerNumber = sent.customer.number;
  const head = { at: expect.any(Number), brand: 'acme', customerNumber, channelNumber, workspace: 1 };
  const byChannel = { ...head, by: { kind: 'channel', channelNumber } };
  expect(await heard.next()).toEqual([
    { ...byChannel, type: 'customer.created' },
    { ...byChannel, type: 'message.recorded', messageUuid: sent.messageUuid, seq: 1, sender: 'customer' },
  ]);

  const byAda = { ...head, by: { kind: 'person', person: 7 } };
  const { uuid: messageUuid } = await acme.messages.send(customerNumber, 'text', { message: secret });
  expect(await heard.next()).toEqual([{ ...byAda, type: 'message.recorded', messageUuid, seq: 2, sender: 'agent' }]);

  const { customers } = acme;
  await customers.update(customerNumber, { name: secret });
  await customers.setField(customerNumber, 'city', { type: 'string', value: secret });
  await customers.deleteField(customerNumber, 'city');
  for (const act of ['archive', 'unarchive', 'block', 'block', 'unblock', 'optOut', 'optIn'] as const) {
    await customers[act](customerNumber);
  }
  await customers.assign(customerNumber, 8);
  await customers.assignBot(customerNumber, bot.number);
  await customers.unassign(customerNumber);
  await customers.delete(customerNumber);
  const raised = (await heard.next()).filter(({ type }) => type !== 'message.recorded');
  expect(raised).toEqual(
    [
      { type: 'customer.changed' },
      { type: 'customer.changed' },
      { type: 'customer.changed' },
      { type: 'customer.archived' },
      { type: 'customer.unarchived' },
      { type: 'customer.blocked' },
      { type: 'customer.unblocked' },
      { type: 'customer.opted_out' },
      { type: 'customer.opted_in' },
      { type: 'customer.assigned', agentId: 8 },
      { type: 'customer.assigned', botId: bot.id },
      { type: 'customer.unassigned' },
      { type: 'customer.deleted' },
    ].map((said) => ({ ...byAda, ...said })),
  );
});

/** A bot that does what the visitor says. */
const obedient: ConversationRunner = {
  step(_bot, state, input) {
    const said = input.kind === 'message' && input.message.type === 'text' ? input.message.text : '';
    if (said === 'fail') throw new Error('The bot has a fault.');
    const effects: Effect[] =
      said === 'agent' || said === 'close'
        ? [{ kind: said === 'agent' ? 'assign' : 'close', id: 'e1', awaited: false } as Effect]
        : [];
    return { state, messages: [], writes: [], effects };
  },
};

it('[EV6][EV7] a bot that ends a conversation, hands it over or fails raises events, by nobody', async () => {
  const { engine, acme, clock, newChannel, newBot } = await platformFixture({ runner: obedient });
  const channelNumber = await newChannel();
  const bot = await newBot();
  await acme.channels.setBot(channelNumber, bot.id);
  const heard = listen(engine);
  const workers = engine.startWorkers();
  const say = async (body: string, visitor: string) => {
    await engine.channel({ brand: 'acme', channelNumber }).send(visitor, { message: { type: 'text', message: body } });
    for (let second = 0; second < 40; second += 1) {
      await turns();
      clock.advance(1_000);
    }
    return (await heard.next()).filter((event) => 'by' in event && event.by.kind === 'engine');
  };
  const place = { brand: 'acme', customerNumber: expect.any(Number), channelNumber, workspace: 1 };
  expect(await say('close', 'visitor-1')).toEqual([
    expect.objectContaining({ type: 'message.recorded', sender: 'sys' }),
    expect.objectContaining({ ...place, type: 'conversation.closed' }),
  ]);
  expect(await say('agent', 'visitor-2')).toEqual([
    expect.objectContaining({ type: 'message.recorded', sender: 'sys' }),
    expect.objectContaining({ ...place, type: 'customer.unassigned' }),
  ]);
  expect(await say('fail', 'visitor-3')).toEqual([
    expect.objectContaining({ type: 'message.recorded', sender: 'sys' }),
    expect.objectContaining({ ...place, type: 'conversation.failed' }),
  ]);
  await workers.stop();
});

it('[EV6][EV7][CV79] a conversation that begins again on a new version raises an event, by nobody', async () => {
  const { engine, acme, newChannel, newBot } = await platformFixture({ runner: conversationRunner() });
  const channelNumber = await newChannel();
  const bot = await newBot();
  await acme.channels.setBot(channelNumber, bot.id);
  const heard = listen(engine);
  const question = (id: string, template: string) => node(id, template, { text: 'Your name?', destination: 'name' });
  const publish = async (template?: string) => {
    const [next, links] =
      template === undefined ? [[], []] : [[question('ask', template)], [connection('welcome', '$success', 'ask')]];
    await acme.drafts.replace(bot.id, diagramOf([question('welcome', 'var_text'), ...next], links));
    await acme.versions.publish(bot.id);
  };
  const say = async () => {
    await heard.next();
    const message = { type: 'text', message: 'hello' } as const;
    const { customer } = await engine.channel({ brand: 'acme', channelNumber }).send('visitor-1', { message });
    await acme.conversations.runUntilIdle(customer.number);
    return (await heard.next()).filter(({ type }) => type.startsWith('conversation.'));
  };
  await publish('var_text');
  expect([await say(), await say()]).toEqual([[], []]);
  const place = { customerNumber: expect.any(Number), channelNumber, workspace: 1 };
  const restarted = { ...place, type: 'conversation.restarted', botId: bot.id, blockId: 'ask' };
  const raised = { at: expect.any(Number), brand: 'acme', by: { kind: 'engine' } };
  await publish('var_name');
  expect(await say()).toEqual([{ ...raised, ...restarted, change: 'retyped' }]);
  expect(await say()).toEqual([]);
  await publish();
  expect(await say()).toEqual([{ ...raised, ...restarted, change: 'removed' }]);
  expect(await say()).toEqual([]);
});

it('[EV6][EV8][EV9] attempts of deliveries raise events, and so does the end of deliveries without a receiver', async () => {
  let outcome: AttemptOutcome = { kind: 'answered', status: 500 };
  const sender: WebhookSender = {
    send: async () => outcome,
    checkTarget: () => 'accepted',
    close: async () => undefined,
  };
  const { engine, acme, clock, newChannel, newCustomer } = await platformFixture({ sender, retry: { scale: 0 } });
  const channelNumber = await newChannel({ webhookUrl: `https://example.org/${secret}` });
  const customer = await newCustomer(channelNumber);
  const heard = listen(engine);
  const workers = engine.startWorkers();
  await acme.messages.send(customer, 'text', { message: secret });
  for (let second = 0; second < 20; second += 1) {
    await turns();
    clock.advance(1_000);
  }
  const raised = (await heard.next()).filter(({ type }) => type.startsWith('delivery'));
  const [delivery] = (await acme.deliveries.list()).items;
  const head = {
    at: expect.any(Number),
    brand: 'acme',
    by: { kind: 'engine' },
    deliveryId: delivery?.id,
    target: { kind: 'channel', number: channelNumber },
    workspace: 1,
    customerNumber: customer,
  };
  const attempted = { ...head, type: 'delivery.attempted', status: 500 };
  expect(raised).toEqual([
    ...[1, 2, 3, 4, 5].map((attempt) => ({ ...attempted, attempt, state: 'pending' })),
    { ...attempted, attempt: 6, state: 'dead' },
    { ...head, type: 'delivery.dead', attempts: 6, reason: 'exhausted' },
  ]);

  outcome = { kind: 'answered', status: 204 };
  const { id } = await acme.deliveries.replay(delivery?.id ?? '');
  await turns();
  await workers.stop();
  expect(await heard.next()).toEqual([
    { ...head, by: { kind: 'person', person: 7 }, type: 'delivery.replayed', deliveryId: id, replayOf: delivery?.id },
    { ...head, type: 'delivery.attempted', deliveryId: id, attempt: 1, state: 'delivered', status: 204 },
  ]);
});

it('[EV6][EV8] connections of accounts raise events', async () => {
  const fixture = accountFixture();
  const { engine, acme, clock, pretend } = fixture;
  const heard = listen(engine);
  const accountId = await connectAccount(fixture);
  const head = {
    at: expect.any(Number),
    brand: 'acme',
    by: { kind: 'person', person: 7 },
    accountKind: 'spreadsheets',
  };
  const events = await heard.next();
  expect(events).toEqual([
    { ...head, type: 'account.connection_started', connectionId: expect.any(String) },
    { ...head, type: 'account.connected', connectionId: expect.any(String), accountId },
  ]);
  for (const known of pretend.secrets) expect(JSON.stringify(events)).not.toContain(known);

  const { connection, link } = await startLink(fixture);
  await engine.accountLinks.cancel(link, principalOf());
  expect((await heard.next()).at(-1)).toEqual({
    ...head,
    type: 'account.connection_declined',
    connectionId: connection.id,
  });

  pretend.fail('refresh', 'revoked');
  clock.advance(2 * hour);
  await expect(acme.accounts.listSpreadsheets(accountId)).rejects.toThrow();
  expect(await heard.next()).toEqual([{ ...head, by: { kind: 'engine' }, type: 'account.lost', accountId }]);
});

it('[EV6][EV7][EV8] what the host changes of tenants raises events', async () => {
  const { engine }: Pick<Fixture, 'engine'> = await platformFixture();
  const heard = listen(engine);
  await engine.brands.put({ name: 'shop', plan: 'sandbox', workspaces: [1] });
  const { id: tokenId } = await engine.tokens.create('shop', { token: `${secret}-of-an-agent`, person: 3 });
  await engine.agents.put('shop', { id: 4, name: secret, email: `${secret}@example.org` });
  await engine.agents.remove('shop', 4);
  await engine.agents.remove('shop', 4);
  await engine.tokens.revoke('shop', { id: tokenId });
  await engine.tokens.revoke('shop', { id: tokenId });
  await engine.brands.remove('shop');
  const head = { at: expect.any(Number), brand: 'shop', by: { kind: 'host' } };
  expect(await heard.next()).toEqual([
    { ...head, type: 'brand.changed' },
    { ...head, type: 'token.created', tokenId, person: 3 },
    { ...head, type: 'agent.changed', agentId: 4 },
    { ...head, type: 'agent.removed', agentId: 4 },
    { ...head, type: 'token.revoked', tokenId },
    { ...head, type: 'brand.removed' },
  ]);
});
