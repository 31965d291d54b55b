import type { ShippedAccountKind } from '@botwright/core';
import type { EffectOutcome } from '@botwright/core/conversation';
import { tenantChanges } from '@botwright/core/front';
import type { ClaimedDelivery, Storage } from '@botwright/core/ports';
import { pretendPeople } from '@botwright/core/testing';
import type { DeliveryProgress } from '@botwright/core/webhooks';
import { awaitedEffect } from './awaited-effect.ts';
import { dieAt } from './die-at.ts';
import {
  acme,
  connectUrl,
  engineOf,
  globex,
  identitiesOf,
  readEventsUntil,
  type StoreEngine,
  uuidOfAnn,
} from './engine-of-store.ts';
import { agentToken, chatToken, endedSession, type Known, visitorToken } from './known-secrets.ts';
import {
  type Accounts,
  endsDiagram,
  longDiagram,
  menu,
  menuDiagram,
  plainDiagram,
  shopDiagram,
} from './sample-bots.ts';

const hour = 60 * 60 * 1_000;

/** Stores records of every kind, work of every kind, and deliveries in every state, as an application does. */
export async function fillStore(storage: Storage): Promise<Known> {
  const store = engineOf(storage, 1);
  await addTenants(store);
  const accounts = await connectAccounts(store);
  const bots = await addBots(store, accounts);
  const channels = await addChannels(store, bots.shop);
  await addConversations(store, bots);
  await addInboxEntries(store, bots);
  await addCustomers(store, bots, channels);
  await addDeliveries(store, channels);
  await addRequests(store);
  await identitiesOf(storage).numberOf(acme.brand, uuidOfAnn);
  // Has its lease until the end.
  await store.engine.events.subscribe(() => undefined, { name: 'search' }).ready;
  return leaveUnfinished(store, bots);
}

async function addTenants(store: StoreEngine): Promise<void> {
  const { engine, storage, clock } = store;
  await engine.configure([
    {
      name: 'acme',
      plan: 'professional',
      workspaces: [1, 2],
      tokens: [{ token: agentToken, person: 7, permissions: ['view_bots', 'edit_bots'], workspaces: [1] }],
      agents: [{ id: 12, name: 'Grace', email: 'grace@example.com' }],
      connectedAccounts: [
        {
          kind: 'scheduler',
          id: 'declared',
          name: 'Visits',
          schedulingUrl: 'https://calendar.example/visits',
          person: 7,
        },
      ],
      channels: [
        { type: 'apichat', name: 'Configured', workspace: 2, webhookUrl: 'https://crm.example.com/configured' },
      ],
    },
    { name: 'globex', plan: 'business', workspaces: [1], tokens: [] },
    { name: 'initech', plan: 'sandbox', workspaces: [1], tokens: [] },
  ]);
  await engine.agents.put('acme', { id: 13, name: 'Hank', email: '' });
  await engine.tokens.create('acme', { person: 13 });
  await engine.tokens.create('initech', { person: 1 });
  await engine.brands.remove('initech');
  await readEventsUntil(store, 'brand.removed');
  await engine.rotateKeys();
  await tenantChanges(storage).endSession(
    { hash: endedSession, expiresAt: clock.now() + 100 * 24 * hour },
    clock.now(),
  );
}

async function startLink({ caller }: StoreEngine, kind: ShippedAccountKind): Promise<string> {
  const { url } = await caller.accounts.startConnection(kind);
  return url.slice(connectUrl.length + 1);
}

/** @returns Where the provider asks for consent. */
async function openLink(store: StoreEngine, kind: ShippedAccountKind): Promise<string> {
  const opened = await store.engine.accountLinks.connect(await startLink(store, kind), acme);
  if (opened.kind !== 'redirect') throw new Error(`The page refuses: ${opened.reason}.`);
  return opened.url;
}

/** Four accounts: two of them are lost again. */
async function connectAccounts(store: StoreEngine): Promise<Accounts> {
  const { engine, caller, pretend, clock } = store;
  const [, ben] = pretendPeople;
  await engine.accountLinks.callback(pretend.answer(await openLink(store, 'spreadsheets'), ben), acme);
  const [lost] = await caller.accounts.list('spreadsheets');
  clock.advance(2 * hour);
  pretend.fail('refresh', 'revoked');
  await caller.accounts.listSpreadsheets(lost?.id ?? '').catch(() => undefined);
  await engine.accountLinks.callback(pretend.answer(await openLink(store, 'scheduler'), ben), acme);
  const [limited] = await caller.accounts.list('scheduler');
  pretend.fail('listEventTypes', 'insufficient_scope');
  await caller.accounts.listEventTypes(limited?.id ?? '').catch(() => undefined);
  await engine.accountLinks.callback(pretend.answer(await openLink(store, 'spreadsheets')), acme);
  await engine.accountLinks.callback(pretend.answer(await openLink(store, 'scheduler')), acme);
  const [[sheets], calendars] = [await caller.accounts.list('spreadsheets'), await caller.accounts.list('scheduler')];
  const calendar = calendars.find(({ id }) => id !== 'declared');
  if (sheets === undefined || calendar?.schedulingUrl === undefined) throw new Error('No account is connected.');
  return { sheets: sheets.id, calendar: calendar.id, schedulingUrl: calendar.schedulingUrl };
}

interface Bot {
  readonly id: string;
  readonly number: number;
}

interface Bots {
  readonly menu: Bot;
  readonly plain: Bot;
  readonly ends: Bot;
  readonly shop: Bot;
}

async function addBots({ caller, clock }: StoreEngine, accounts: Accounts): Promise<Bots> {
  const { bots, drafts, feedback, versions } = caller;
  const publish = async (name: string, channelFamily: string, diagram: unknown): Promise<Bot> => {
    const bot = await bots.create({ name, channelFamily, workspace: 1, diagram });
    await versions.publish(bot.id);
    clock.advance(hour);
    return bot;
  };
  const plain = await publish('Plain', 'native', plainDiagram);
  const ends = await publish('Ends', 'native', endsDiagram);
  const shop = await publish('Café', 'apichat', shopDiagram);
  const whole = await publish('Menu', 'native', menuDiagram(plain.number, accounts));
  await feedback.put(whole.id, { enabled: true, question: 'Did it help?', thanks: 'Thanks' });
  await drafts.deployTest(whole.id);

  await bots.saveScenarios(shop.id, 'scenarios: []\n', 0);
  const [first] = (await versions.list(shop.id)).items;
  await versions.label(shop.id, first?.id ?? '', 'First');
  await drafts.editBlock(shop.id, 'ask', { params: { text: 'Hi @{who}!', destination: 'said' } });
  await versions.publish(shop.id);
  clock.advance(hour);
  await versions.restore(shop.id, first?.id ?? '', { policy: 'finish', days: 30 });
  clock.advance(hour);

  const long = await bots.create({ name: 'Long', channelFamily: 'native', workspace: 2 });
  await drafts.replace(long.id, longDiagram, { by: 'mcp:builder' });
  const edit = async (text: string): Promise<void> => {
    clock.advance(hour);
    await drafts.editBlock(long.id, 'b2', { params: { text, destination: 'said' } });
  };
  await edit('One');
  await edit('Two');
  await drafts.deployTest(long.id);
  await versions.publish(long.id);
  await edit('');
  await drafts.replace(ends.id, plainDiagram, { by: 'mcp:builder' });
  const older = { name: 'Older', channelFamily: 'native', workspace: 1, createdAt: 1, diagram: plainDiagram };
  const imported = await bots.importOlder({
    ...older,
    versions: [{ name: 'Of another builder', publishedAt: 2, publishedBy: 3, diagram: plainDiagram }],
  });
  await bots.trash(imported.id);
  return { menu: whole, plain, ends, shop };
}

interface Channels {
  readonly chat: number;
  readonly page: number;
  readonly hook: number;
  readonly deleted: number;
}

async function addChannels({ engine, caller, clock }: StoreEngine, shop: Bot): Promise<Channels> {
  const webhookUrl = 'https://crm.example.com/chat';
  const { channel: chat } = await caller.channels.create({
    type: 'apichat',
    name: 'Shop',
    workspace: 1,
    token: chatToken,
    webhookUrl,
  });
  await caller.channels.setBot(chat.number, shop.id);
  const { channel: page } = await caller.channels.create({ type: 'msgapp', name: 'Page', workspace: 1 });
  await caller.channels.update(page.number, { active: false });
  const { channel: renewed } = await caller.channels.create({ type: 'apichat', name: 'Renewed', workspace: 2 });
  await caller.channels.renewToken(renewed.number);
  await caller.hooks.create(renewed.number, { url: 'https://crm.example.com/in-order', order: 'customer' });
  const hook = await caller.hooks.create(chat.number, {
    url: 'https://crm.example.com/a?b=c',
    token: 'secret',
    name: 'CRM',
  });
  clock.advance(1_000);
  await caller.hooks.update(chat.number, hook.number, { name: 'Sales' });
  const deleted = await caller.hooks.create(chat.number, { url: 'http://old.example.com/' });

  const { caller: other } = { caller: engine.as(globex) };
  const { channel } = await other.channels.create({ type: 'apichat', name: 'Other' });
  await other.hooks.create(channel.number, { url: 'https://globex.example/hook' });
  await engine.brands.put({ name: 'globex', plan: 'sandbox', workspaces: [1] });
  await engine.plans.changed('globex');
  return { chat: chat.number, page: page.number, hook: hook.number, deleted: deleted.number };
}

const text = (message: string) => ({ type: 'text', message }) as const;

/** One visitor at each place of the menu, and visitors in feedback and after the end. */
async function addConversations({ storage, caller, engine, clock }: StoreEngine, bots: Bots): Promise<void> {
  const { conversations } = caller;
  const say = async (bot: Bot, visitor: string, ...words: readonly string[]): Promise<number> => {
    let customer = 0;
    for (const word of words) {
      clock.advance(1_000);
      ({ customer } = await conversations.receive({ bot: bot.id, visitor, message: text(word) }));
      await conversations.runUntilIdle(customer);
    }
    return customer;
  };
  const resolve = async (customer: number, outcome: EffectOutcome): Promise<void> => {
    await conversations.resolve(customer, await awaitedEffect(storage, acme.brand, customer), outcome);
    await conversations.runUntilIdle(customer);
  };
  await say(bots.menu, 'greeted', 'hi');
  for (const [id, label] of Object.entries(menu)) {
    if (id !== 'link') await say(bots.menu, id, 'hi', label);
  }
  await say(bots.menu, 'typed', 'hi', 'Ask', 'Why?');
  await say(bots.menu, 'rated_badly', 'hi', 'End', 'No');
  await say(bots.menu, 'rated_twice', 'hi', 'End', 'Maybe');
  await say(bots.menu, 'commented', 'hi', 'End', 'Yes', 'Fine');
  await say(bots.menu, 'helped', 'hi', 'Help', 'Where is my parcel?');
  const askedBack = await say(bots.menu, 'asked_back', 'hi', 'Help');
  await resolve(askedBack, { ok: true, value: { messages: ['Which parcel?'] } });
  await say(bots.plain, 'closed', 'hi', 'there');
  await say(bots.ends, 'stopped', 'hi', 'Stop');
  const failed = await say(bots.ends, 'failed', 'hi', 'Fail');
  await resolve(failed, { ok: false, reason: 'gone' });
  const tested = await conversations.receive({
    bot: bots.menu.id,
    deployment: 'test',
    visitor: 'tester',
    message: text('hi'),
  });
  await conversations.runUntilIdle(tested.customer);
  const opening = { token: visitorToken, id: 'first', message: text('hi'), isExternal: true };
  const { visitor } = await engine.webChat.begin(bots.menu.number, opening);
  await conversations.runUntilIdle(visitor.customer);
}

/** Visitors for whom an entry of each kind waits. */
async function addInboxEntries({ storage, caller, clock }: StoreEngine, { menu: whole, plain }: Bots): Promise<void> {
  const { conversations, customers, messages } = caller;
  const greet = async (visitor: string): Promise<number> => {
    clock.advance(1_000);
    const { customer } = await conversations.receive({ bot: whole.id, visitor, message: text('hi') });
    await conversations.runUntilIdle(customer);
    return customer;
  };
  const waiting = await greet('waits');
  await conversations.receive({ bot: whole.id, visitor: 'waits', message: text('Day') });
  await conversations.receive({ bot: whole.id, visitor: 'waits', message: text('21/11/2026') });
  await conversations.start({ bot: whole.id, visitor: 'started', node: 'ask' });
  await customers.assignBot(await greet('assigned'), plain.number, { node: 'close' });
  await customers.assign(await greet('taken'), 12);
  await conversations.close(await greet('left'));
  await messages.send(waiting, 'text', { message: 'An agent is here' });

  const resolved = await greet('resolved');
  await conversations.receive({ bot: whole.id, visitor: 'resolved', message: text('Web') });
  await conversations.runUntilIdle(resolved);
  await conversations.resolve(resolved, await awaitedEffect(storage, acme.brand, resolved), {
    ok: true,
    value: { status: 200, body: { points: 7 } },
  });
}

/** Customers with messages and Fields of every type. */
async function addCustomers({ engine, caller, clock }: StoreEngine, bots: Bots, { chat }: Channels): Promise<void> {
  const { customers, messages, conversations } = caller;
  const shop = engine.channel({ brand: acme.brand, channelNumber: chat });
  const place = { latitude: 42.23, longitude: -8.71 };
  const sent = [
    text('hi'),
    { ...text('Yes'), payload: 'yes' },
    { type: 'image', url: 'https://shop.example/a.png', message: 'A picture' },
    { type: 'document', url: 'https://shop.example/a.pdf' },
    { type: 'location', ...place },
  ] as const;
  let number = 0;
  for (const message of sent) {
    clock.advance(1_000);
    const customer = { name: 'Ada', email: 'ada@example.com', phone: '+34 600 123 456', plan: 'gold' };
    number = (await shop.send('ada', { message, customer })).customer.number;
    await conversations.runUntilIdle(number);
  }
  await messages.send(number, 'image', { url: 'https://shop.example/b.png', caption: 'From an agent' });
  await messages.send(number, 'location', place);
  await customers.setField(number, 'age', { type: 'integer', value: 36 });
  await customers.setField(number, 'height', { type: 'float', value: 1.7 });
  await customers.setField(number, 'member', { type: 'boolean', value: true });
  await customers.setField(number, 'born', { type: 'date', value: '1990-12-10' });
  await customers.setField(number, 'seen', { type: 'datetime', value: '2026-01-01T10:00:00Z' });
  await customers.setField(number, 'basket', { type: 'object', value: { items: [1, 'two', null] } });
  await customers.setField(number, 'tags', { type: 'array', value: ['a', 1] });
  await customers.assign(number, 12);
  for (const [token, change] of [
    ['bob', customers.archive],
    ['eve', customers.block],
    ['zoe', customers.optOut],
  ] as const) {
    clock.advance(1_000);
    const { customer } = await shop.send(token, { message: text('hi'), customer: { name: token } });
    await conversations.runUntilIdle(customer.number);
    await change(customer.number);
  }
  const { customer: next } = await shop.send('next', { message: text('hi') });
  await customers.assignBot(next.number, bots.shop.number, { launch: false, node: 'again' });
  await conversations.runUntilIdle(next.number);
  const { customer: later } = await shop.send('later', { message: text('hi') });
  await customers.assignBot(later.number, bots.shop.number, { launch: false, node: 'again' });
  const { customer: gone } = await shop.send('gone', { message: text('hi') });
  await conversations.runUntilIdle(gone.number);
  await customers.delete(gone.number);
}

/** Completes one attempt of deliveries: each kind of end, a delivery that waits for its next attempt, and a lease. */
async function addDeliveries(
  { storage, caller, clock }: StoreEngine,
  { chat, hook, deleted }: Channels,
): Promise<void> {
  const now = clock.now();
  const claim = async (limit: number): Promise<readonly ClaimedDelivery[]> =>
    storage.deliveryQueue.claim({
      worker: 'w',
      now,
      leaseUntil: now + 60_000,
      limit,
      bodyBytes: 1_000_000,
      slots: 1_000,
      perTarget: 1_000,
    });
  const attempts = [{ at: now, durationMs: 120, status: 500 }];
  const ends: readonly Extract<DeliveryProgress, { state: 'dead' }>['reason'][] = [
    'exhausted',
    'timeout',
    'connect',
    'blocked',
  ] as never;
  for (const reason of ends) {
    for (const { brand, id } of await claim(1)) {
      const failed = reason === 'exhausted' ? attempts : [{ at: now, durationMs: 120, error: reason as never }];
      await storage.deliveryQueue.complete(
        { brand, id, worker: 'w' },
        { state: 'dead', reason, attempts: failed, finishedAt: now },
      );
    }
  }
  for (const { brand, id } of await claim(2)) {
    await storage.deliveryQueue.complete(
      { brand, id, worker: 'w' },
      { state: 'delivered', attempts: [{ at: now, durationMs: 30, status: 204 }], finishedAt: now },
    );
  }
  for (const { brand, id } of await claim(1)) {
    await storage.deliveryQueue.complete(
      { brand, id, worker: 'w' },
      { state: 'pending', attempts, dueAt: now + 5_000 },
    );
  }
  await caller.hooks.delete(chat, deleted);
  const { items } = await caller.deliveries.list({ state: 'dead', limit: 100 });
  const dead = items.find(
    ({ target, progress }) =>
      progress.state === 'dead' && progress.reason !== 'disabled' && [chat, hook].includes(target.number),
  );
  await caller.deliveries.replay(dead?.id ?? '');
  await claim(1);
}

/** Requests that took effect once, one of them with a secret, and counts of a rate. */
async function addRequests({ engine, storage, clock }: StoreEngine): Promise<void> {
  const encode = (outcome: unknown) => JSON.stringify(outcome);
  const once = { path: '/bots', fingerprint: 'f', encode };
  await engine.once(acme, { ...once, key: 'plain' }, async ({ bots }) => {
    return (await bots.create({ name: 'Once', channelFamily: 'native', workspace: 1 })).name;
  });
  await engine.once(acme, { ...once, key: 'secret', isSecret: true }, async ({ bots }) => {
    return (await bots.create({ name: 'Secret', channelFamily: 'native', workspace: 1 })).name;
  });
  await storage.rateLimiter.admit('caller', { now: clock.now(), limit: 1, windowMs: 100 * 24 * hour });
}

/** Blocks of the menu with an awaited effect. */
const awaiting = ['web', 'own', 'run', 'row', 'book', 'help', 'link'] as const;

/** What processes leave that die: a reserved version, a key in use, leases, and a jump between two bots. */
async function leaveUnfinished({ storage, clock }: StoreEngine, { menu: whole, shop }: Bots): Promise<Known> {
  const startAt = clock.now() + hour;
  const never = Promise.withResolvers<void>();
  const reserved = Promise.withResolvers<void>();
  const { caller } = engineOf(storage, 2, {
    startAt,
    channelDeployer: {
      prepareVersion: () => {
        reserved.resolve();
        return never.promise;
      },
      prepareTest: async () => {},
    },
  });
  void caller.versions.publish(shop.id);
  await reserved.promise;

  const begun = Promise.withResolvers<void>();
  const third = engineOf(storage, 3, { startAt });
  const { engine, pretend } = third;
  const claimed = Promise.withResolvers<void>();
  pretend.before('exchangeCode', () => {
    claimed.resolve();
    return never.promise;
  });
  void engine.accountLinks.callback(pretend.answer(await openLink(third, 'scheduler')), acme);
  await claimed.promise;
  await startLink(third, 'scheduler');
  const openState = new URL(await openLink(third, 'spreadsheets')).searchParams.get('state') ?? '';
  await engine.accountLinks.cancel(await startLink(third, 'scheduler'), acme);
  const request = { path: '/bots', key: 'in use', fingerprint: 'f', encode: () => '' };
  void engine.once(acme, request, () => {
    begun.resolve();
    return never.promise;
  });
  await begun.promise;

  for (const [index, id] of awaiting.entries()) {
    await dieAt(storage, id === 'link' ? 'jump' : 'result', async (dying) => {
      const { conversations } = engineOf(dying, 4 + index, { startAt: startAt + index * 1_000 }).caller;
      for (const word of ['hi', menu[id]]) {
        const message = text(word);
        const { customer } = await conversations.receive({ bot: whole.id, visitor: `dies_at_${id}`, message });
        await conversations.runUntilIdle(customer);
      }
    });
  }
  await storage.conversationQueue.claim({
    worker: 'w',
    now: startAt,
    leaseUntil: startAt + 60_000,
    work: 'step',
    limit: 1,
  });
  return { openState, endedAt: startAt + 2 * 60_000 };
}
