import { deepEqual, equal } from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { createEngine, type Engine, type Principal, permissions } from '@botwright/core';
import type { Storage } from '@botwright/core/ports';
import { casesOf } from '../contract.ts';
import { atOnce } from '../records/samples.ts';
import { brand } from './samples.ts';

/** Events of an hour, and looks for events of others all the time. */
const keepEvents = { forMs: 3_600_000, pollMs: 5 };

const caller: Principal = { brand, person: 7, workspaces: [1], permissions };

/** The engine on the store under test. */
export const engineCases = casesOf({
  '[ST27] of concurrent edits of a draft that expect one revision the engine stores exactly one, and keeps the past': ({
    storage,
  }) =>
    withEngines(storage, 2, async ([first, second]) => {
      const { bots, drafts } = first.as(caller);
      const { id } = await bots.create({ name: 'Sales', channelFamily: 'native' });
      const { revision, diagram } = await drafts.get(id);
      const outcomes = await atOnce(12, (index) =>
        (index % 2 ? first : second)
          .as(caller)
          .drafts.replace(id, { ...diagram, position: index }, { ifRevision: revision })
          .then(
            () => 'stored',
            () => 'refused',
          ),
      );
      equal(outcomes.filter((outcome) => outcome === 'stored').length, 1);
      equal((await drafts.get(id)).revision, revision + 1);
      const past = await second.as(caller).drafts.revisions(id);
      deepEqual(
        past.items.map((each) => each.revision),
        [revision],
      );
    }),
  '[ST90] an engine finds settings as another engine on the same data has just stored them': ({ storage }) =>
    withEngines(storage, 2, async ([first, second]) => {
      const { channel, token = '' } = await first
        .as(caller)
        .channels.create({ name: 'Support', type: 'apichat', workspace: 1 });
      for (const active of [true, false, true]) {
        await first.as(caller).channels.update(channel.number, { active });
        equal((await second.as(caller).channels.get(channel.number)).active, active);
        equal((await second.authenticateChannel(token)) !== undefined, active);
      }
    }),
  '[ID1] of concurrent requests with one key the engine carries out one, and answers it again afterwards': ({
    storage,
  }) =>
    withEngines(storage, 2, async ([first, second]) => {
      const request = {
        ...{ path: '/bots', key: 'k1', fingerprint: 'f1' },
        encode: (outcome: object) => JSON.stringify(outcome),
      };
      const create = (engine: Engine) =>
        engine.once(caller, request, ({ bots }) => bots.create({ name: 'Once', channelFamily: 'native' }));
      await atOnce(8, (index) => create(index % 2 ? first : second).catch(() => undefined));
      equal((await create(second)).replayed, true);
      equal((await first.as(caller).bots.list()).total, 1);
    }),
  '[EV12] of concurrent changes the engine keeps the events of those that are stored, and of no other': ({ storage }) =>
    withEngines(storage, 2, async ([first, second]) => {
      const { bots, drafts } = first.as(caller);
      const { id } = await bots.create({ name: 'Sales', channelFamily: 'native' });
      const { revision, diagram } = await drafts.get(id);
      const edit = (engine: Engine, position: number) =>
        engine.as(caller).drafts.replace(id, { ...diagram, position }, { ifRevision: revision });
      await atOnce(12, (index) => edit(index % 2 ? first : second, index).catch(() => undefined));
      await bots.trash(id);
      const types = await followed(second, { after: 0 }, (seen) => seen.at(-1)?.type === 'bot.trashed');
      deepEqual(
        types.map(({ type }) => type),
        ['brand.changed', 'bot.created', 'draft.changed', 'bot.trashed'],
      );
    }),
  '[EV13] subscribers in two engines see the events of both in one order, each after what it has seen': ({ storage }) =>
    withEngines(storage, 2, async ([first, second]) => {
      const sold = (seen: readonly Followed[]) => seen.filter(({ type }) => type === 'bot.trashed').length === 24;
      const following = [first, second].map((engine) => followed(engine, { after: 0 }, sold));
      await atOnce(24, async (index) => {
        const [one, other] = index % 2 ? [first, second] : [second, first];
        const { id } = await one.as(caller).bots.create({ name: `Sales ${index}`, channelFamily: 'native' });
        await other.as(caller).bots.update(id, { name: `Support ${index}` });
        await one.as(caller).bots.trash(id);
      });
      const [seen = [], again = []] = await Promise.all(following);
      deepEqual(again, seen);
      deepEqual(
        seen.map(({ position }) => position),
        seen.map((_, index) => index + 1),
      );
      for (const [id, events] of Map.groupBy(seen, ({ botId }) => botId)) {
        if (id === undefined) continue;
        deepEqual(
          events.map(({ type }) => type),
          ['bot.created', 'bot.renamed', 'bot.trashed'],
        );
      }
    }),
  '[CV80] a follower in one engine sees the messages of another, and continues after a position without a gap': ({
    storage,
  }) =>
    withEngines(storage, 2, async ([first, second]) => {
      const { bots, conversations } = first.as(caller);
      const { id } = await bots.create({ name: 'Sales', channelFamily: 'native' });
      const say = (said: number) =>
        conversations.receive({ bot: id, visitor: 'ada', message: { type: 'text', message: `${said}` } });
      const { customer } = await say(1);
      const following = followedMessages(second, customer, 0, 12);
      for (let said = 2; said <= 12; said += 1) await say(said);
      const seen = await following;
      const later = await followedMessages(second, customer, 5, 7);
      deepEqual(
        seen.map(({ seq, text }) => [seq, text]),
        seen.map((_, index) => [index + 1, `${index + 1}`]),
      );
      equal(seen.length, 12);
      deepEqual(later, seen.slice(5));
    }),
  '[EV15] a named subscriber continues in another engine': ({ storage }) =>
    withEngines(storage, 2, async ([first, second]) => {
      const create = (name: string) => first.as(caller).bots.create({ name, channelFamily: 'native' });
      const named = { name: 'billing', from: 'oldest' } as const;
      await create('A');
      const seen = await followed(first, named, ({ length }) => length === 2);
      await create('B');
      const later = await followed(second, named, ({ length }) => length === 1);
      deepEqual(
        [...seen, ...later].map(({ position, type }) => [position, type]),
        [
          [1, 'brand.changed'],
          [2, 'bot.created'],
          [3, 'bot.created'],
        ],
      );
    }),
});

interface Followed {
  readonly type: string;
  readonly position: number;
  readonly botId?: string;
}

const followLimitMs = 20_000;

/** The stored events from a place on, until there are enough. */
async function followed(
  { events }: Engine,
  from: { readonly after: number } | { readonly name: string; readonly from: 'oldest' },
  isEnough: (seen: readonly Followed[]) => boolean,
): Promise<readonly Followed[]> {
  const seen: Followed[] = [];
  const enough = Promise.withResolvers<void>();
  const failed = Promise.withResolvers<void>();
  const subscription = events.subscribe(
    (event) => {
      seen.push(event);
      if (isEnough(seen)) enough.resolve();
    },
    { ...('name' in from ? from : { ...from, scope: 'all' }), onFault: failed.reject },
  );
  const over = new AbortController();
  const limit = wait(followLimitMs, undefined, { signal: over.signal }).catch(() => undefined);
  try {
    await Promise.race([enough.promise, failed.promise, limit]);
  } finally {
    over.abort();
    await subscription.end();
  }
  return seen;
}

/** The messages of a conversation after a position, until their number is reached. */
async function followedMessages(engine: Engine, customer: number, after: number, count: number) {
  const seen: { readonly seq: number; readonly text: string }[] = [];
  const signal = AbortSignal.timeout(followLimitMs);
  for await (const { messages } of engine.as(caller).conversations.follow(customer, { after, signal })) {
    seen.push(...messages.map(({ seq, data }) => ({ seq, text: String((data as { readonly body?: unknown }).body) })));
    if (seen.length >= count) break;
  }
  return seen;
}

/** Engines on one store, as of two processes, with a configured brand. */
async function withEngines(
  storage: Storage,
  count: number,
  work: (engines: readonly [Engine, Engine]) => Promise<void>,
): Promise<void> {
  const shared = { ...storage, close: async () => undefined };
  const engines = Array.from({ length: count }, () => createEngine({ storage: shared, keepEvents }));
  const [first, second] = engines as [Engine, Engine];
  try {
    await first.configure([{ name: brand, plan: 'business', workspaces: [1], tokens: [] }]);
    await work([first, second]);
  } finally {
    await Promise.all(engines.map((each) => each.close()));
  }
}
