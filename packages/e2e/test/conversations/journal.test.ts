import type { JournaledConversation } from '@botwright/core/conversation';
import { saidDigest } from '@botwright/core/conversation';
import { memoryStorage } from '@botwright/core/memory';
import { describe, expect, it } from 'vitest';
import { readsOf } from '../../../core/test/stored-records.ts';
import { type Chat, type ChatOptions, type PublishedBot, startChat } from '../support/chat.ts';
import { openStore, storeNames } from '../support/stores.ts';

const day = 24 * 60 * 60 * 1_000;

const lead = {
  blocks: {
    start: ['ask_question', { text: 'Who?', destination: 'who' }],
    call: ['webhook', { url: 'https://crm.example/leads', method: 'POST', payload: '{}', destination: 'lead' }],
    mail: ['ask_email', { text: 'Mail, @{who}?', destination: 'mail' }],
    bye: ['send_text', { text: 'Bye @{mail}.' }],
  },
  connections: ['start.$success--call', 'call.$success--mail', 'call.$failed--mail', 'mail.$success--bye'],
} as const;

const effects = { carryOut: async () => ({ ok: true, value: { status: 201, body: { id: 'L1' } } }) as const };

async function talk(chat: Chat, ...words: readonly string[]): Promise<number> {
  let customer = 0;
  for (const each of words) {
    customer = await chat.say(each);
    await chat.work();
    chat.clock.advance(1_000);
  }
  return customer;
}

async function start(options: ChatOptions = {}): Promise<{ chat: Chat; bot: PublishedBot }> {
  const chat = await startChat({ journal: { forMs: 30 * day }, effects, ...options });
  return { chat, bot: await chat.publish(lead) };
}

async function journalOf({ caller }: Chat, { id }: PublishedBot): Promise<readonly JournaledConversation[]> {
  return (await caller.conversations.journal(id)).items;
}

/** How many entries a store has. */
async function countEntries(chat: Chat, customer: number, begunAt: number): Promise<number> {
  const within = [customer, begunAt];
  const steps = {
    do: 'list',
    kind: 'journal',
    list: 'steps',
    order: 'first',
    within,
    where: {},
    offset: 0,
  } as const;
  const [{ total }] = (await chat.storage.read({ brand: 'acme' }, [steps])) as readonly [{ total: number }];
  return total;
}

const saidOf = (...texts: readonly string[]) =>
  saidDigest(
    0,
    texts.map((body) => ({ type: 'text', body })),
  );

describe.each(storeNames)('on %s', (store) => {
  it('[JR1][JR2][JR3][JR8] inputs and outcomes of each step are in the journal', async () => {
    const { chat, bot } = await start({ storage: (await openStore(store)).storage });
    const version = (await chat.caller.bots.live(bot.id))?.id;
    const customer = await talk(chat, 'hi', 'Ada', 'nonsense', 'ada@example.org', 'again');
    const [second, first, ...others] = await journalOf(chat, bot);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ customer, start: { turn: 0, version, fields: { id: { value: customer } } } });
    expect(first?.steps).toEqual([
      {
        input: { kind: 'message', message: { type: 'text', text: 'hi' } },
        after: 0,
        said: saidOf('Who?'),
        block: 'bot_start',
      },
      {
        input: { kind: 'message', message: { type: 'text', text: 'Ada' } },
        after: 1_000,
        said: expect.any(Number),
        block: 'call',
      },
      {
        input: { kind: 'outcome', outcome: { ok: true, value: { status: 201, body: { id: 'L1' } } } },
        after: 1_000,
        said: expect.any(Number),
        block: 'mail',
      },
      {
        input: { kind: 'message', message: { type: 'text', text: 'nonsense' } },
        after: 2_000,
        said: expect.any(Number),
        block: 'mail',
      },
      {
        input: { kind: 'message', message: { type: 'text', text: 'ada@example.org' } },
        after: 3_000,
        said: expect.any(Number),
        end: 'dead_end',
      },
    ]);
    expect(second?.steps).toHaveLength(1);
    expect(second?.start.fields).toMatchObject({ who: { type: 'string', value: 'Ada' } });
    const [only] = await chat.caller.conversations
      .journal(bot.id, { customer, pageSize: 1 })
      .then(({ items }) => items);
    expect(only).toEqual(second);
    expect(await chat.caller.conversations.journal(bot.id, { customer: customer + 1 })).toMatchObject({
      items: [],
      total: 0,
    });
  });

  it('[JR9][JR10] it goes with its age, the customer and the bot', async () => {
    const { chat, bot } = await start({ storage: (await openStore(store)).storage });
    const customer = await talk(chat, 'hi', 'Ada');
    const [found] = await journalOf(chat, bot);
    const begunAt = found?.begunAt ?? 0;
    chat.clock.advance(30 * day - 2_000);
    await chat.engine.sweep();
    expect(await countEntries(chat, customer, begunAt)).toBe(1);
    chat.clock.advance(1);
    await chat.engine.sweep();
    expect(await countEntries(chat, customer, begunAt)).toBe(0);
    const record = await readsOf(chat.storage, 'acme').load({ kind: 'conversation', customer });
    expect(record).toMatchObject({ customerNumber: customer });
    expect(record).not.toHaveProperty('journal');

    await talk(chat, 'ada@example.org', 'hi again');
    const [next] = await journalOf(chat, bot);
    expect(await countEntries(chat, customer, next?.begunAt ?? 0)).toBe(1);
    await chat.caller.customers.delete(customer);
    expect(await countEntries(chat, customer, next?.begunAt ?? 0)).toBe(0);

    const other = await talk(chat, 'hi');
    const [last] = await journalOf(chat, bot);
    await chat.caller.bots.trash(bot.id);
    await chat.caller.bots.destroy(bot.id);
    expect(await countEntries(chat, other, last?.begunAt ?? 0)).toBe(0);
  });
});

it('[JR4] answers of named Fields and blocks are not stored, nor a digest of what follows', async () => {
  const open = await openStore('sqlite');
  const redact = { fields: ['mail'], blocks: ['call'] };
  const { chat, bot } = await start({ storage: open.storage, journal: { forMs: day, redact } });
  await talk(chat, 'hi', 'Ada', 'secret@example.org', 'again');
  const [second, first] = await journalOf(chat, bot);
  expect(first?.steps.map(({ input, said }) => [input, typeof said])).toEqual([
    [{ kind: 'message', message: { type: 'text', text: 'hi' } }, 'number'],
    [{ kind: 'message', message: { type: 'text', text: 'Ada' } }, 'number'],
    [
      { kind: 'redacted_outcome', outcome: { ok: true, value: { status: 201, body: { id: 'redacted' } } } },
      'undefined',
    ],
    [{ kind: 'redacted_message' }, 'undefined'],
  ]);
  expect(second?.start.fields?.['mail']).toEqual({ type: 'string' });
  expect(second?.steps[0]).not.toHaveProperty('said');
});

it('[JR4] answers at named blocks are in no Field of a later conversation, not even after the journal is erased', async () => {
  const open = await openStore('sqlite');
  const redact = { blocks: ['menu', 'call'] };
  const chat = await startChat({ journal: { forMs: 30 * day, redact }, effects, storage: open.storage });
  const saves = [{ path: '/id', destination: 'crm id' }];
  const bye = ['send_text', { text: 'Bye.' }] as const;
  const bot = await chat.publish({
    blocks: {
      start: ['ask_question', { text: 'Who?', destination: 'who' }],
      menu: ['ask_question', { text: 'Secret?', destination: 'secret' }],
      call: ['webhook', { url: 'https://crm.example/leads', method: 'POST', payload: '{}', saves }],
      bye,
    },
    connections: ['start.$success--menu', 'menu.$success--call', 'call.$success--bye', 'call.$failed--bye'],
  });
  await talk(chat, 'hi', 'Ada', 'hush hush', 'again');
  const fields = { who: { type: 'string', value: 'Ada' }, secret: { type: 'string' }, 'crm id': { type: 'string' } };
  const [again] = await journalOf(chat, bot);
  expect(again?.start.fields).toMatchObject(fields);
  expect(JSON.stringify(await journalOf(chat, bot))).not.toMatch(/hush|L1/);

  chat.clock.advance(31 * day);
  await chat.engine.sweep();
  expect(await journalOf(chat, bot)).toEqual([]);
  await chat.republish(bot, {
    blocks: { start: ['send_text', { text: 'Hello.' }], bye },
    connections: ['start.$success--bye'],
  });
  await talk(chat, 'Bob', 'hi');
  const [later] = await journalOf(chat, bot);
  expect(later?.start.fields).toMatchObject({ secret: { type: 'string' }, 'crm id': { type: 'string' } });
  expect(JSON.stringify(await journalOf(chat, bot))).not.toMatch(/hush|L1/);
});

it('[JR5] an input that is too long is cut, and a long conversation ends in the journal', async () => {
  const { chat, bot } = await start();
  await talk(chat, 'hi', 'x'.repeat(2_000), ...Array.from({ length: 25 }, () => 'y'.repeat(1_500)));
  const [found] = await journalOf(chat, bot);
  expect(found?.steps[1]?.input).toEqual({ kind: 'cut' });
  expect(found?.steps.at(-1)?.input).toEqual({ kind: 'cut' });
  expect(found?.steps.length).toBeLessThan(27);
  await talk(chat, 'ada@example.org', 'hi');
  expect(await journalOf(chat, bot)).toHaveLength(2);
});

it('[JR3] a step takes at most 200 bytes, with its part of the beginning', async () => {
  const storage = memoryStorage();
  const chat = await startChat({ journal: { forMs: day }, storage });
  const ids = Array.from({ length: 21 }, (_, at) => (at === 0 ? 'start' : `question_${at}`));
  const blocks = ids.map(
    (id, at) => [id, ['ask_question', { text: `Question ${at}?`, destination: `answer_${at}` }]] as const,
  );
  await chat.publish({
    blocks: Object.fromEntries(blocks),
    connections: ids.slice(1).map((id, at) => `${ids[at]}.$success--${id}`),
  });
  await talk(chat, ...ids.slice(0, 20).map((_, at) => `This is what I wanted to say, in a sentence: ${at}.`));
  const { records } = storage.dump();
  const stored = records.filter(({ kind }) => kind === 'journal');
  const open = records.flatMap(({ kind, record }) => (kind === 'conversation' ? [record['journal']] : []));
  expect(stored.length).toBeGreaterThan(1);
  const bytes = Buffer.byteLength(JSON.stringify([stored, open]));
  expect(bytes / 20).toBeLessThan(200);
});

it('[JR6] a change of Fields by somebody else is marked', async () => {
  const { chat, bot } = await start();
  const customer = await talk(chat, 'hi');
  await chat.caller.customers.update(customer, { name: 'Ada' });
  await talk(chat, 'Ada', 'nonsense');
  const [found] = await journalOf(chat, bot);
  expect(found?.steps.map(({ changed }) => changed ?? false)).toEqual([false, true, false, false]);
});

it('[JR7] an engine without a journal stores none, and one that begins later waits for the next conversation', async () => {
  const { chat, bot } = await start({ journal: undefined as never });
  const customer = await talk(chat, 'hi');
  const later = chat.another({ journal: { forMs: day } });
  const say = async (text: string) => {
    await chat.say(text);
    await later.conversations.runUntilIdle(customer);
  };
  await say('Ada');
  expect(await journalOf(chat, bot)).toEqual([]);
  await say('ada@example.org');
  await say('hi');
  expect(await journalOf(chat, bot)).toHaveLength(1);
  await talk(chat, 'Ada');
  await say('ada@example.org');
  expect((await journalOf(chat, bot))[0]?.steps).toHaveLength(1);
  await chat.engine.sweep();
  expect(await journalOf(chat, bot)).toEqual([]);
});

it('[JR8] a caller of another workspace or brand finds no journal', async () => {
  const { chat, bot } = await start();
  await talk(chat, 'hi');
  const caller = { brand: 'acme', person: 8, workspaces: [2], permissions: ['view_bots'] } as const;
  for (const each of [caller, { ...caller, brand: 'umbrella', workspaces: [1] }]) {
    await expect(chat.engine.as(each).conversations.journal(bot.id)).rejects.toMatchObject({ code: 'bot_not_found' });
  }
  const blind = chat.engine.as({ ...caller, workspaces: [1], permissions: [] });
  await expect(blind.conversations.journal(bot.id)).rejects.toMatchObject({ code: 'permission_denied' });
});
