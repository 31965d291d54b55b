import { type BrandEngine, isEngineError, type Principal, type ShippedAccountKind } from '@botwright/core';
import type { EffectOutcome } from '@botwright/core/conversation';
import type { JsonValue } from '@botwright/core/diagram';
import { tenantRecords } from '@botwright/core/front';
import type { ListAnswer, Storage } from '@botwright/core/ports';
import { lineOf } from '../../support/chat.ts';
import { awaitedEffect, stateOf } from './awaited-effect.ts';
import {
  acme,
  engineOf,
  globex,
  identitiesOf,
  readEventsUntil,
  type StoreEngine,
  uuidOfAnn,
} from './engine-of-store.ts';
import { agentToken, chatToken, endedSession, type Known, visitorToken } from './known-secrets.ts';

const day = 24 * 60 * 60 * 1_000;

/** Ids of the engine that reads; those of the data have other seeds. */
const seed = 100;

/** A part of what an application finds in a store, with its name. */
export type Part = readonly [name: string, answers: unknown];

/** Everything that an application can read of a store, and then how its conversations and deliveries continue. */
export async function* readStore(storage: Storage, { openState, endedAt }: Known): AsyncGenerator<Part> {
  const store = engineOf(storage, seed, { startAt: endedAt });
  const parts: readonly (readonly [name: string, read: () => Promise<unknown>])[] = [
    ['events', () => readEventsUntil(store, 'bot.published')],
    ['tenants', () => readTenants(store)],
    ['acme', () => readBrand(store, acme)],
    ['globex', () => readBrand(store, globex)],
    // After the diagrams, which they read.
    ['statuses', () => readStatuses(store, acme)],
    ['statuses of globex', () => readStatuses(store, globex)],
    ['search', () => search(store)],
    ['requests', () => repeatRequests(store)],
    ['identity', () => identitiesOf(storage).numberOf(acme.brand, uuidOfAnn)],
    ['conversations', () => continueConversations(store)],
    ['declined', () => store.engine.accountLinks.callback({ state: openState, error: 'access_denied' }, acme)],
    ['deliveries', () => continueDeliveries(store)],
    ['swept', () => sweep(store)],
  ];
  for (const [name, read] of parts) yield [name, JSON.parse(JSON.stringify(await read()))];
}

async function readTenants({ engine, storage }: StoreEngine): Promise<unknown> {
  const tenants = tenantRecords(storage);
  const brands = await engine.brands.list();
  // A brand that was removed has its tokens when it comes back.
  await engine.brands.put({ name: 'initech', plan: 'sandbox', workspaces: [1] });
  return {
    brands,
    agents: (await tenants.findBrand(acme.brand))?.agents,
    tokens: await Promise.all(['acme', 'globex', 'initech'].map((brand) => engine.tokens.list(brand))),
    agent: await engine.authenticate(agentToken),
    channel: await engine.authenticateChannel(chatToken),
    isSessionEnded: await tenants.isSessionEnded(endedSession),
    keys: await engine.rotateKeys(),
  };
}

const all = { limit: 100 } as const;

async function readStatuses({ engine }: StoreEngine, principal: Principal): Promise<unknown> {
  const { conversations, customers } = engine.as(principal);
  const { items } = await customers.list(all);
  return { customers: await eachOf(items, async ({ number }) => ({ status: await statusOf(conversations, number) })) };
}

async function readBrand(store: StoreEngine, principal: Principal): Promise<unknown> {
  const caller = store.engine.as(principal);
  const pages = { page: 1, pageSize: 100 } as const;
  const bots = [
    ...(await caller.bots.list(pages)).items,
    ...(await caller.bots.list({ ...pages, state: 'trashed' })).items,
  ];
  const channels = (await caller.channels.list(all)).items;
  const customers = (await caller.customers.list(all)).items;
  const deliveries = (await caller.deliveries.list(all)).items;
  return {
    bots: await eachOf(bots, async (bot) => ({
      bot: await caller.bots.get(bot.id),
      draft: await outcomeOf(() => caller.drafts.get(bot.id)),
      revisions: await outcomeOf(() => caller.drafts.revisions(bot.id, pages)),
      live: (await caller.bots.live(bot.id))?.id,
      test: await outcomeOf(() => caller.bots.testDeployment(bot.id)),
      feedback: await outcomeOf(() => caller.feedback.get(bot.id)),
      scenarios: await caller.bots.scenarios(bot.id),
      journal: await outcomeOf(() => caller.conversations.journal(bot.id, pages)),
      versions: await eachOf((await caller.versions.list(bot.id, pages)).items, ({ id }) =>
        caller.versions.get(bot.id, id),
      ),
    })),
    channels: await eachOf(channels, async ({ number }) => ({
      channel: await caller.channels.get(number),
      hooks: (await caller.hooks.list(number, all)).items,
    })),
    customers: await eachOf(customers, async ({ number }) => ({
      customer: await caller.customers.get(number),
      messages: (await caller.messages.list(number, all)).items,
    })),
    deliveries: await eachOf(deliveries, async (delivery) => ({
      delivery,
      body: await caller.deliveries.body(delivery.id),
    })),
    totals: await eachOf(['pending', 'delivered', 'dead'] as const, async (state) => {
      return [state, (await caller.deliveries.list({ state, limit: 0 })).total];
    }),
    accounts: {
      spreadsheets: await caller.accounts.list('spreadsheets'),
      scheduler: await caller.accounts.list('scheduler'),
      connections: await readConnections(store, principal),
    },
  };
}

async function readConnections({ engine, storage }: StoreEngine, principal: Principal): Promise<unknown> {
  const listed = {
    do: 'list',
    kind: 'account_connection',
    list: 'started',
    order: 'oldest',
    within: [],
    offset: 0,
  } as const;
  const [answer] = await storage.read('store', [{ ...listed, where: {} }]);
  const { items } = answer as ListAnswer<{ readonly id: string; readonly kind: ShippedAccountKind }>;
  const { accounts } = engine.as(principal);
  return eachOf(
    items.filter(({ brand }) => brand === principal.brand),
    ({ record: { id, kind } }) => accounts.getConnection(kind, id),
  );
}

/** Lists by filters, in each order, and searches. */
async function search({ caller: { bots, customers } }: StoreEngine): Promise<unknown> {
  const names = async (request: Parameters<typeof bots.list>[0]) =>
    (await bots.list(request)).items.map(({ name }) => name);
  const tokens = async (request: Parameters<typeof customers.list>[0]) => {
    const { items, total } = await customers.list({ ...all, ...request });
    return [total, ...items.map(({ name, token }) => `${name} ${token}`)];
  };
  return {
    byName: await names({ order: 'name' }),
    created: await names({ order: '-created_at' }),
    cafe: await names({ search: 'CAFÉ' }),
    chat: await names({ channelFamily: 'apichat' }),
    second: await names({ workspace: 2 }),
    agent: await tokens({ agentId: 12 }),
    optedOut: await tokens({ optIn: false }),
    ada: await tokens({ searchBy: 'email', search: 'ADA@' }),
    phone: await tokens({ searchBy: 'phone', search: '600' }),
    token: await tokens({ searchBy: 'token', search: 'dies_at' }),
  };
}

async function repeatRequests({ engine }: StoreEngine): Promise<unknown> {
  return eachOf(['plain', 'secret', 'in use'], (key) =>
    outcomeOf(() => {
      const request = { path: '/bots', key, fingerprint: 'f', isSecret: key === 'secret', encode: () => 'none' };
      return engine.once(acme, request, async () => 'done again');
    }),
  );
}

const ok = (value: JsonValue): EffectOutcome => ({ ok: true, value });

/** By the template of the block that awaits it. */
const outcomes: Readonly<Record<string, EffectOutcome>> = {
  webhook: ok({ status: 200, body: { points: 7 } }),
  code: ok({ fields: { points: 1 } }),
  acme_loyalty: ok(7),
  spreadsheets: ok({ cells: [{ column: 2, value: 'Vigo' }] }),
  ai_agent: ok({ messages: ['In Vigo'] }),
};

/** Gives each effect its outcome, and lets each customer speak twice. */
async function continueConversations(store: StoreEngine): Promise<unknown> {
  const { caller, storage, effects } = store;
  await storage.conversationQueue.recover();
  const { customers, conversations } = caller;
  const present = (await customers.list(all)).items;
  return eachOf(
    present.toSorted((a, b) => a.number - b.number),
    async ({ number, lastSeq, token }) => {
      await conversations.runUntilIdle(number);
      const asked = effects.splice(0).map(({ effect }) => effect);
      const at = (await stateOf(storage, acme.brand, number))?.at;
      if (at?.kind === 'result') {
        const effect = await awaitedEffect(storage, acme.brand, number);
        await conversations.resolve(number, effect, outcomes[at.template ?? ''] ?? { ok: true });
        await conversations.runUntilIdle(number);
      }
      const answered = await outcomeOf(async () => [await speak(store, number), await speak(store, number)]);
      const transcript = (await conversations.messages(number, lastSeq)).map(lineOf);
      const { fields, ...status } = await statusOf(conversations, number);
      const { kind } = (await stateOf(storage, acme.brand, number))?.at ?? {};
      const askedLater = effects.splice(0).map(({ effect }) => effect);
      return { number, token, asked, answered, askedLater, transcript, fields, status, at: kind };
    },
  );
}

/** The status without the buttons that answer a question: they follow from the bot, and earlier releases answered none. */
async function statusOf(conversations: BrandEngine['conversations'], number: number) {
  const { expects, ...status } = await conversations.status(number);
  return expects === undefined || expects.kind === 'choice' ? status : { ...status, expects };
}

/** Says what the bot may expect, as a visitor of the channel. */
async function speak({ engine, caller, clock }: StoreEngine, number: number): Promise<string> {
  clock.advance(1_000);
  const { token = '', channelNumber } = await caller.customers.get(number);
  const { expects, bot, deployment } = await caller.conversations.status(number);
  const said = new Map([
    ['date', '21/11/2026'],
    ['file', 'https://shop.example/file.pdf'],
  ]);
  const message = { type: 'text', message: said.get(expects?.kind ?? '') ?? 'Ask' } as const;
  const { type } = await caller.channels.get(channelNumber).catch(() => ({ type: 'native' }));
  if (type === 'apichat') {
    await engine.channel({ brand: acme.brand, channelNumber }).send(token, { message });
  } else if (token.startsWith('web:')) {
    const visitor = await engine.webChat.authenticate(bot?.number ?? 0, visitorToken);
    if (visitor === undefined) throw new Error('The visitor is not known.');
    await engine.webChat.send(visitor, { message, id: `said at ${clock.now()}` });
  } else {
    await caller.conversations.receive({ bot: bot?.id ?? '', deployment, visitor: token, message });
  }
  await caller.conversations.runUntilIdle(number);
  return message.message;
}

/** Claims all deliveries that wait, and those of a worker that died, and delivers them. */
async function continueDeliveries({ storage, clock, caller }: StoreEngine): Promise<unknown> {
  clock.advance(60_000);
  const now = clock.now();
  const bounds = { limit: 1_000, bodyBytes: 10_000_000, slots: 10_000, perTarget: 1_000 };
  const claimed = await storage.deliveryQueue.claim({ worker: 'reader', now, leaseUntil: now + 60_000, ...bounds });
  await eachOf(claimed, ({ brand, id, progress: { attempts } }) =>
    storage.deliveryQueue.complete(
      { brand, id, worker: 'reader' },
      { state: 'delivered', attempts: [...attempts, { at: now, durationMs: 1, status: 200 }], finishedAt: now },
    ),
  );
  const { items } = await caller.deliveries.list({ state: 'delivered', ...all });
  return {
    claimed: claimed.length,
    depth: await storage.deliveryQueue.depth(10),
    delivered: items.map(({ target, customerNumber, progress: { attempts } }) => ({
      target,
      customerNumber,
      attempts,
    })),
  };
}

/** What is left when all that expires has expired. */
async function sweep({ engine, caller, clock, storage }: StoreEngine): Promise<unknown> {
  clock.advance(60 * day);
  for (let times = 0; times < 3; times += 1) await engine.sweep();
  const [answer] = await storage.read('store', [
    { do: 'count', kind: 'account_connection', list: 'started', within: [], where: {}, upTo: 100 },
  ]);
  return {
    connections: answer,
    customers: (await caller.customers.list({ limit: 0 })).total,
    deliveries: (await caller.deliveries.list({ limit: 0 })).total,
    publish: await outcomeOf(async () => {
      const [bot] = (await caller.bots.list({ search: 'Café' })).items;
      return (await caller.versions.publish(bot?.id ?? '')).builder;
    }),
  };
}

/** One after the other, so that the order of what is stored is always the same. */
async function eachOf<T, TResult>(items: readonly T[], work: (item: T) => Promise<TResult>): Promise<TResult[]> {
  const results: TResult[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/** What a call returns, or the code of its refusal. */
async function outcomeOf(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    if (!isEngineError(error)) throw error;
    return { refused: error.code };
  }
}
