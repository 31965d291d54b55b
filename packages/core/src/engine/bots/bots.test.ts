import { expect, it } from 'vitest';
import { codeOf, engineFixture, principalOf, startAt, unknownId } from '../../../test/engine-fixture.ts';
import { readsOf } from '../../../test/stored-records.ts';
import type { Bot } from '../../domain/bot.ts';
import type { BotCreation, BotListRequest } from '../../domain/inputs/bots.ts';

const sales: BotCreation = { name: 'Sales', channelFamily: 'native' };

it('[BO1][BO2][BO3][BO20] a new native bot has a number, a test channel and a web channel, and nothing else', async () => {
  const { acme, storage } = engineFixture();
  const bot = await acme.bots.create(sales);

  expect(bot).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    number: 1,
    name: 'Sales',
    workspace: 1,
    channelFamily: 'native',
    state: 'active',
    builder: 'current',
    channels: [expect.any(String)],
    testChannel: expect.any(String),
    createdAt: startAt,
    editedAt: startAt,
  });
  expect(await readsOf(storage).load({ kind: 'channelsOfBot', botId: bot.id })).toEqual(
    expect.arrayContaining([
      {
        id: bot.channels[0],
        name: 'Sales',
        type: 'native',
        botId: bot.id,
        number: 1,
        workspace: 1,
        purpose: 'live',
        active: true,
        configured: false,
        createdAt: startAt,
      },
      {
        id: bot.testChannel,
        name: 'Sales',
        type: 'native',
        botId: bot.id,
        number: 2,
        workspace: 1,
        purpose: 'test',
        active: true,
        configured: false,
        createdAt: startAt,
      },
    ]),
  );
  expect(await acme.bots.get(bot.id)).toEqual(bot);
  expect((await acme.bots.create(sales)).number).toBe(2);
});

it.for(['msgapp', 'facebook', 'apichat', 'kiosk'])(
  '[BO3][BO12] a bot of the family %s has no channel but its test channel',
  async (channelFamily) => {
    const { acme, storage } = engineFixture({ channelFamilies: ['kiosk'] });
    const bot = await acme.bots.create({ name: 'Sales', channelFamily });

    expect(bot.channels).toEqual([]);
    expect(await readsOf(storage).load({ kind: 'channelsOfBot', botId: bot.id })).toEqual([
      {
        id: bot.testChannel,
        name: 'Sales',
        type: channelFamily,
        botId: bot.id,
        number: 1,
        workspace: 1,
        purpose: 'test',
        active: true,
        configured: false,
        createdAt: startAt,
      },
    ]);
  },
);

it.for<readonly [string, unknown, string]>([
  ['a source with a diagram', { ...sales, source: 'x', diagram: {} }, 'diagram_with_source'],
  ['a source alone', { ...sales, source: 'x' }, 'source_not_implemented'],
  ['a blank name', { ...sales, name: ' \t ' }, 'bot_name_not_accepted'],
  ['51 characters', { ...sales, name: '𝄞'.repeat(51) }, 'bot_name_not_accepted'],
  ['U+0000 in the name', { ...sales, name: 'a\u0000b' }, 'bot_name_not_accepted'],
  ['a lone surrogate in the name', { ...sales, name: '\ud800' }, 'bot_name_not_accepted'],
  ['no name', { channelFamily: 'native' }, 'invalid_parameters name'],
  ['a number as the name', { ...sales, name: 5 }, 'invalid_parameters name'],
  ['no family', { name: 'Sales' }, 'invalid_parameters channelFamily'],
  ['null as the family', { name: 'Sales', channelFamily: null }, 'invalid_parameters channelFamily'],
  ['an unknown family', { name: 'Sales', channelFamily: 'pigeon' }, 'channel_family_not_accepted'],
  ['a workspace that is not the caller’s', { ...sales, workspace: 2 }, 'workspace_not_accepted'],
  ['a fraction as the workspace', { ...sales, workspace: 1.5 }, 'invalid_parameters workspace'],
  ['a member that nothing describes', { ...sales, colour: 'red' }, 'field_not_described colour'],
  ['a list', [], 'invalid_parameters'],
  ['nothing', undefined, 'invalid_parameters'],
])(
  '[BO7][BO8][BO9][BO10][BO11][BO12][BO14][ER3][ER4] %s is refused and creates nothing',
  async ([, creation, code]) => {
    const { acme } = engineFixture();
    expect(await codeOf(acme.bots.create(creation as BotCreation))).toBe(code);
    expect((await acme.bots.list()).total).toBe(0);
  },
);

it('[BO10] a name is trimmed and may have 50 characters', async () => {
  const { acme } = engineFixture();
  expect((await acme.bots.create({ ...sales, name: `  ${'𝄞'.repeat(50)}\n` })).name).toBe('𝄞'.repeat(50));
});

it('[BO13] a caller without exactly one workspace must say which', async () => {
  const { engine } = engineFixture();
  const none = engine.as(principalOf({ workspaces: [] }));
  const two = engine.as(principalOf({ workspaces: [1, 2] }));

  expect(await codeOf(none.bots.create(sales))).toBe('workspace_required');
  expect(await codeOf(two.bots.create(sales))).toBe('workspace_required');
  expect((await two.bots.create({ ...sales, workspace: 2 })).workspace).toBe(2);
});

it('[BO15][BO17][BO18][BO19] bots are listed by state, order, search, workspace and family', async () => {
  const { engine, clock } = engineFixture();
  const caller = engine.as(principalOf({ workspaces: [1, 2] }));
  for (const [name, channelFamily, workspace] of [
    ['Zoë 100%', 'native', 1],
    ['apple_pie', 'apichat', 1],
    ['Éclair', 'native', 2],
    ['ZOE\u0308 two', 'msgapp', 2],
  ] as const) {
    await caller.bots.create({ name, channelFamily, workspace });
    clock.advance(1_000);
  }
  const trashed = await caller.bots.create({ name: 'gone', channelFamily: 'native', workspace: 1 });
  await caller.bots.trash(trashed.id);
  const names = async (request: BotListRequest) => (await caller.bots.list(request)).items.map(({ name }) => name);

  expect(await names({})).toEqual(['ZOE\u0308 two', 'Éclair', 'apple_pie', 'Zoë 100%']);
  expect(await names({ order: '-created_at' })).toEqual(['ZOE\u0308 two', 'Éclair', 'apple_pie', 'Zoë 100%']);
  expect(await names({ order: 'name' })).toEqual(['apple_pie', 'Zoë 100%', 'ZOE\u0308 two', 'Éclair']);
  expect(await names({ state: 'trashed' })).toEqual(['gone']);
  expect(await names({ search: 'zoË' })).toEqual(['ZOE\u0308 two', 'Zoë 100%']);
  expect(await names({ search: '%' })).toEqual(['Zoë 100%']);
  expect(await names({ search: '_' })).toEqual(['apple_pie']);
  expect(await names({ search: '' })).toHaveLength(4);
  expect(await names({ workspace: 2 })).toEqual(['ZOE\u0308 two', 'Éclair']);
  expect(await names({ workspace: 3 })).toEqual([]);
  expect(await names({ channelFamily: 'apichat' })).toEqual(['apple_pie']);
});

it('[BO18] a search finds a name by any part of it, ignoring case, also in Greek', async () => {
  const { acme } = engineFixture();
  await acme.bots.create({ ...sales, name: 'ΟΔΥΣΣΕΥΣ' });
  for (const search of ['ΟΔΥΣ', 'οδυς', 'οδυσσευς', 'ευσ', 'σ', 'Σ', 'ς']) {
    expect((await acme.bots.list({ search })).total).toBe(1);
  }
});

it.for<readonly [unknown, string]>([
  [{ state: 'destroyed' }, 'state'],
  [{ order: 'edited_at' }, 'order'],
  [{ channelFamily: 'pigeon' }, 'channelFamily'],
  [{ workspace: '1' }, 'workspace'],
  [{ search: 5 }, 'search'],
  [{ search: '\u0000' }, 'search'],
  [{ page: 0 }, 'page'],
  [{ page: 1.5 }, 'page'],
  [{ page: '1' }, 'page'],
  [{ pageSize: 0 }, 'pageSize'],
  [{ pageSize: 101 }, 'pageSize'],
] as const)('[BO15][BO17][BO19][PA2][ER3] a list by %j is refused naming %s', async ([request, field]) => {
  const { acme } = engineFixture();
  expect(await codeOf(acme.bots.list(request as BotListRequest))).toBe(`invalid_parameters ${field}`);
});

it('[PA1][PA3][PA4][PA5] all pages together have every bot once', async () => {
  const { acme } = engineFixture();
  for (let index = 0; index < 45; index += 1) await acme.bots.create({ ...sales, name: 'same' });

  const first = await acme.bots.list();
  expect([first.items.length, first.total, first.page, first.pageSize]).toEqual([20, 45, 1, 20]);
  for (const order of [undefined, '-created_at', 'name'] as const) {
    const seen = new Set<string>();
    for (const page of [1, 2, 3, 4, 5]) {
      const { items, total } = await acme.bots.list({ page, pageSize: 10, ...(order && { order }) });
      expect(total).toBe(45);
      for (const { id } of items) seen.add(id);
    }
    expect(seen.size).toBe(45);
  }
  expect(await acme.bots.list({ page: 6, pageSize: 10 })).toEqual({ items: [], total: 45, page: 6, pageSize: 10 });
  expect((await acme.bots.list({ page: 900_000_000_000_000, pageSize: 10 })).items).toEqual([]);
});

it('[BO22][BO23] renames, and leaves the channels as they are', async () => {
  const { acme, storage } = engineFixture();
  const bot = await acme.bots.create(sales);

  expect(await acme.bots.update(bot.id, { name: ' Other ' })).toEqual({ ...bot, name: 'Other' });
  expect(await acme.bots.get(bot.id)).toEqual({ ...bot, name: 'Other' });
  expect((await acme.bots.list({ search: 'OTHER' })).total).toBe(1);
  const channels = await readsOf(storage).load({ kind: 'channelsOfBot', botId: bot.id });
  expect(channels.map(({ name }) => name)).toEqual(['Sales', 'Sales']);
});

it.for<readonly [string, unknown, string]>([
  ['nothing', {}, 'empty_body'],
  ['a blank name', { name: ' ' }, 'bot_name_not_accepted'],
  ['the state trashed', { state: 'trashed' }, 'invalid_parameters state'],
  ['null as the state', { state: null }, 'invalid_parameters state'],
  ['a number as the name', { name: 1 }, 'invalid_parameters name'],
  ['another member', { name: 'x', workspace: 2 }, 'field_not_described workspace'],
])('[BO22][BO23][BO24][ER3][ER4] %s is no update', async ([, change, code]) => {
  const { acme } = engineFixture();
  const bot = await acme.bots.create(sales);
  expect(await codeOf(acme.bots.update(bot.id, change as { name: string }))).toBe(code);
  expect(await acme.bots.get(bot.id)).toEqual(bot);
});

it('[BO25] setting an active bot active changes nothing', async () => {
  const { acme } = engineFixture();
  const bot = await acme.bots.create(sales);
  expect(await acme.bots.update(bot.id, { state: 'active' })).toEqual(bot);
});

it('[BO26][BO28][BO29][BO30] a bot in the trash keeps everything until it is restored', async () => {
  const { acme, clock } = engineFixture();
  const bot = await acme.bots.create(sales);
  const feedback = await acme.feedback.put(bot.id, { enabled: true, question: 'Well?' });
  clock.advance(5_000);
  await acme.bots.trash(bot.id);

  expect(await acme.bots.get(bot.id)).toEqual({ ...bot, state: 'trashed', trashedAt: startAt + 5_000 });
  expect(await acme.feedback.get(bot.id)).toEqual(feedback);
  expect(await codeOf(acme.bots.trash(bot.id))).toBe('bot_not_found');
  expect(await codeOf(acme.bots.update(bot.id, { name: 'Other' }))).toBe('bot_not_found');
  expect(await codeOf(acme.feedback.put(bot.id, { enabled: false }))).toBe('bot_not_found');
  expect(await codeOf(acme.bots.update(bot.id, { state: 'active', name: '' }))).toBe('bot_name_not_accepted');
  expect((await acme.bots.get(bot.id)).state).toBe('trashed');

  expect(await acme.bots.update(bot.id, { state: 'active', name: 'Back' })).toEqual({ ...bot, name: 'Back' });
  expect(await acme.feedback.get(bot.id)).toEqual(feedback);
});

it('[BO42] the channels of a bot are off while it is in the trash, and channels of others stay on', async () => {
  const { acme, storage } = engineFixture();
  const bot = await acme.bots.create(sales);
  const other = await acme.bots.create(sales);
  const activeOf = async ({ id }: Bot) => {
    const channels = await readsOf(storage).load({ kind: 'channelsOfBot', botId: id });
    return channels.map((channel) => channel.active);
  };
  expect(await activeOf(bot)).toEqual([true, true]);

  await acme.bots.trash(bot.id);
  expect(await activeOf(bot)).toEqual([false, false]);
  expect(await activeOf(other)).toEqual([true, true]);

  expect(await codeOf(acme.bots.update(bot.id, { state: 'active', name: '' }))).toBe('bot_name_not_accepted');
  expect(await activeOf(bot)).toEqual([false, false]);
  await acme.bots.update(bot.id, { state: 'active' });
  expect(await activeOf(bot)).toEqual([true, true]);
});

it('[BO31][BO32] only a bot in the trash is destroyed', async () => {
  const { acme } = engineFixture();
  const bot = await acme.bots.create(sales);
  expect(await codeOf(acme.bots.destroy(bot.id))).toBe('bot_is_not_in_the_trash');
  expect(await acme.bots.get(bot.id)).toEqual(bot);

  await acme.bots.trash(bot.id);
  await acme.bots.destroy(bot.id);
  expect(await codeOf(acme.bots.get(bot.id))).toBe('bot_not_found');
  expect(await codeOf(acme.bots.destroy(bot.id))).toBe('bot_not_found');
  expect(await codeOf(acme.bots.update(bot.id, { state: 'active' }))).toBe('bot_not_found');
});

it('[PE3][PE4][ER5] a bot that the caller may not see gives the same error as one that does not exist', async () => {
  const { acme, engine } = engineFixture();
  const { id } = await acme.bots.create(sales);
  const other = engine.as(principalOf({ brand: 'other' }));
  const elsewhere = engine.as(principalOf({ workspaces: [2] }));

  for (const [caller, botId] of [
    [acme, unknownId],
    [acme, 'no uuid'],
    [acme, 5 as unknown as string],
    [other, id],
    [elsewhere, id],
  ] as const) {
    expect(await codeOf(caller.bots.get(botId))).toBe('bot_not_found');
    expect(await codeOf(caller.bots.update(botId, { name: 'x' }))).toBe('bot_not_found');
    expect(await codeOf(caller.bots.trash(botId))).toBe('bot_not_found');
    expect(await codeOf(caller.bots.destroy(botId))).toBe('bot_not_found');
    expect(await codeOf(caller.feedback.get(botId))).toBe('bot_not_found');
    expect(await codeOf(caller.feedback.put(botId, { enabled: true }))).toBe('bot_not_found');
  }
  expect((await other.bots.list()).total).toBe(0);
  expect((await elsewhere.bots.list()).total).toBe(0);
  expect((await acme.bots.get(id.toUpperCase())).id).toBe(id);
});
