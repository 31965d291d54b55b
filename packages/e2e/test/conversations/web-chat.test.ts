import { isEngineError } from '@botwright/core';
import type { ConversationNews, WebVisitor } from '@botwright/core/front';
import { memoryStorage } from '@botwright/core/memory';
import type { Storage } from '@botwright/core/ports';
import { simulatedClock } from '@botwright/core/testing';
import { expect, it } from 'vitest';
import { commit, readsOf } from '../../../core/test/stored-records.ts';
import { brand, type Chat, type ChatOptions, lineOf, type PublishedBot, startChat } from '../support/chat.ts';
import { echo } from '../support/diagrams.ts';

const text = (message: string) => ({ type: 'text', message }) as const;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

async function startWebChat(options: ChatOptions = {}): Promise<Chat & { readonly bot: PublishedBot }> {
  const chat = await startChat(options);
  return { ...chat, bot: await chat.publish({ family: 'native', ...echo }) };
}

async function codeOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
  } catch (error) {
    if (!isEngineError(error)) throw error;
    return [error.code, error.field].filter((each) => each !== undefined).join(' ');
  }
  return 'accepted';
}

/** Collects the followed messages, until it is ended. */
function follow({ engine }: Pick<Chat, 'engine'>, visitor: WebVisitor, after = 0) {
  const ending = new AbortController();
  const heard: string[] = [];
  const run = (async () => {
    for await (const { messages, status } of engine.webChat.follow(visitor, { after, signal: ending.signal })) {
      heard.push(...messages.map(lineOf), `<${status}>`);
    }
  })();
  return {
    /** The messages since the last call. */
    async news(): Promise<readonly string[]> {
      await flush();
      return heard.splice(0);
    },
    async end(): Promise<void> {
      ending.abort();
      await run;
    },
    ended: run,
  };
}

/** Runs everything that does not wait for the clock. */
async function flush(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function transcript({ caller }: Chat, { customer }: WebVisitor): Promise<readonly string[]> {
  return (await caller.conversations.messages(customer)).map(lineOf);
}

it('[VI1] finds a bot by its number while visitors can talk to it', async () => {
  const { engine, caller, bot, publish, storage } = await startWebChat();
  const { webChat } = engine;
  expect(await webChat.findBot(bot.number)).toEqual({ brand, number: bot.number, name: 'Sales' });
  const onApichat = await publish({ ...echo });
  const draft = await caller.bots.create({ name: 'Draft', channelFamily: 'native' });
  for (const number of [0, -1, 1.5, 99, Number.NaN, '1' as unknown as number, onApichat.number, draft.number]) {
    expect([number, await webChat.findBot(number)]).toEqual([number, undefined]);
    expect(await codeOf(webChat.begin(number))).toBe('bot_not_found');
  }

  const { token, visitor } = await webChat.begin(bot.number);
  const isClosed = async () => {
    expect(await webChat.findBot(bot.number)).toBeUndefined();
    expect(await webChat.authenticate(bot.number, token)).toBeUndefined();
    expect(await codeOf(webChat.begin(bot.number))).toBe('bot_not_found');
    expect(await codeOf(webChat.send(visitor, { message: text('a') }))).toBe('bot_not_found');
  };
  await caller.bots.trash(bot.id);
  await isClosed();
  await caller.bots.update(bot.id, { state: 'active' });
  expect(await webChat.authenticate(bot.number, token)).toEqual(visitor);

  const [own] = await readsOf(storage, brand).load({ kind: 'channelsOfBot', botId: bot.id });
  if (own === undefined) throw new Error('The bot has no channel.');
  await commit(storage, brand, { kind: 'updateChannel', number: own.number, change: { active: false } });
  await isClosed();
  await commit(storage, brand, { kind: 'updateChannel', number: own.number, change: { active: true } });
  await engine.brands.remove(brand);
  await isClosed();
});

it('[VI2][VI3] begins at the greeting, at a block, or with a message', async () => {
  const chat = await startWebChat();
  const { webChat } = chat.engine;
  const greeted = await webChat.begin(chat.bot.number);
  expect([greeted.after, greeted.message]).toEqual([0, undefined]);
  const atBlock = await webChat.begin(chat.bot.number, { node: 'again' });
  const said = await webChat.begin(chat.bot.number, { message: text('hi'), id: 'first' });
  expect([said.after, said.message && lineOf(said.message)]).toEqual([1, 'customer: hi']);
  await chat.work();
  expect(await transcript(chat, greeted.visitor)).toEqual(['bot: Your name?']);
  expect(await transcript(chat, atBlock.visitor)).toEqual(['bot: You said ']);
  expect(await transcript(chat, said.visitor)).toEqual(['customer: hi', 'bot: Your name?']);
  const numbers = [greeted, atBlock, said].map(({ visitor }) => visitor.customer);
  expect(new Set([...numbers, ...[greeted, atBlock, said].map(({ token }) => token)]).size).toBe(6);
});

it('[VI2] nothing that is stored has the token of a visitor', async () => {
  const storage = memoryStorage();
  const chat = await startWebChat({ storage });
  const { token } = await chat.engine.webChat.begin(chat.bot.number, { message: text('hi'), id: 'a' });
  const stored = JSON.stringify(storage.dump());
  expect(stored).toContain('"web:');
  expect(stored).not.toContain(token);
});

it.for([
  [{ message: text('') }, 'invalid_parameters message.message'],
  [{ message: text('a'.repeat(10_001)) }, 'invalid_parameters message.message'],
  [{ message: { type: 'text' } }, 'invalid_parameters message.message'],
  [{ message: { type: 'dialog' } }, 'invalid_parameters message.type'],
  [{ message: { type: 'image', url: 'ftp://a' } }, 'invalid_parameters message.url'],
  [{ message: text('a'), id: '' }, 'invalid_parameters id'],
  [{ message: text('a'), id: 'a'.repeat(129) }, 'invalid_parameters id'],
  [{ message: text('a'), id: 5 }, 'invalid_parameters id'],
  [{ message: text('a'), customer: { name: 'Ada' } }, 'field_not_described customer'],
  [{ node: 5 }, 'invalid_parameters node'],
  [{ token: 'a'.repeat(31) }, 'invalid_parameters token'],
  [{ token: 'a'.repeat(129) }, 'invalid_parameters token'],
  [{ token: `${'a'.repeat(31)}=` }, 'invalid_parameters token'],
  [{ isExternal: 'yes' }, 'invalid_parameters isExternal'],
  ['hi', 'invalid_parameters'],
] as const)('[VI3] what is wrong is named, and nothing is stored: case %#', async ([opening, code]) => {
  const { engine, bot, caller } = await startWebChat();
  expect(await codeOf(engine.webChat.begin(bot.number, opening as never))).toBe(code);
  expect((await caller.customers.list()).total).toBe(0);
});

it('[VI15] a repeated beginning with the token of the client does not restart the conversation', async () => {
  const chat = await startWebChat();
  const { engine, bot, caller, clock, publish } = chat;
  const { webChat } = engine;
  const token = 'made-by-the-client_0123456789-abc';
  const opening = { token, message: text('hi'), id: 'first' };
  expect(await webChat.checkOpening(bot.number, opening)).toEqual({ hasBegun: false });
  const first = await webChat.begin(bot.number, opening);
  expect(first.token).toBe(token);
  expect(await webChat.checkOpening(bot.number, opening)).toEqual({ hasBegun: true });
  expect(await webChat.begin(bot.number, opening)).toEqual(first);
  const { visitor } = first;
  // The conversation has begun, so other openings return the same visitor.
  for (const other of [{}, { message: text('another') }, { node: 'absent' }]) {
    expect(await webChat.begin(bot.number, { token, ...other })).toEqual({ visitor, token, after: 0 });
  }
  expect(await webChat.authenticate(bot.number, token)).toEqual(visitor);
  await chat.work();
  expect(await transcript(chat, visitor)).toEqual(['customer: hi', 'bot: Your name?']);

  const elsewhere = await publish({ family: 'native', ...echo });
  const greeted = 'of-the-greeting_0123456789-abcdef';
  const atOnce = await Promise.all(Array.from({ length: 8 }, () => webChat.begin(bot.number, { token: greeted })));
  expect(new Set(atOnce.map((begun) => begun.visitor.customer)).size).toBe(1);
  const atOther = await webChat.begin(elsewhere.number, { token: greeted });
  expect(atOther.visitor.customer).not.toBe(atOnce[0]?.visitor.customer);
  await chat.work();
  expect(await transcript(chat, atOther.visitor)).toEqual(['bot: Your name?']);
  expect((await caller.customers.list()).total).toBe(3);

  await caller.customers.block(visitor.customer);
  expect(await codeOf(webChat.begin(bot.number, opening))).toBe('customer_blocked');
  clock.advance(31 * day);
  expect(await codeOf(webChat.begin(bot.number, opening))).toBe('not_authenticated');
  await engine.sweep();
  expect(await codeOf(webChat.begin(bot.number, opening))).toBe('accepted');
});

it('[VI16] a block that the published version does not have is named, and nothing is stored', async () => {
  const { engine, bot, caller, work } = await startWebChat();
  const { webChat } = engine;
  for (const node of ['absent', '', 'toString', '__proto__']) {
    expect([node, await codeOf(webChat.begin(bot.number, { node }))]).toEqual([node, 'invalid_parameters node']);
    expect(await codeOf(webChat.checkOpening(bot.number, { node }))).toBe('invalid_parameters node');
  }
  await work();
  expect((await caller.customers.list()).total).toBe(0);
  expect(await webChat.checkOpening(bot.number, { node: 'again' })).toEqual({ hasBegun: false });
});

it('[VI4] a token is good with its own bot only', async () => {
  const { engine, bot, publish, caller } = await startWebChat();
  const other = await publish({ family: 'native', ...echo });
  const { visitor, token } = await engine.webChat.begin(bot.number);
  expect(await engine.webChat.authenticate(bot.number, token)).toEqual(visitor);
  expect(await engine.webChat.authenticate(other.number, token)).toBeUndefined();
  for (const wrong of ['', 'a', token.slice(1), `${token}a`, `${token} `, 5 as unknown as string]) {
    expect([wrong, await engine.webChat.authenticate(bot.number, wrong)]).toEqual([wrong, undefined]);
  }
  const { token: stored = '' } = await caller.customers.get(visitor.customer);
  for (const wrong of [stored, stored.slice(4)]) {
    expect([wrong, await engine.webChat.authenticate(bot.number, wrong)]).toEqual([wrong, undefined]);
  }
  // A customer whom the host knows by a token of this form is not a visitor of the chat.
  const known = await caller.conversations.start({ bot: bot.id, visitor: 'web:known' });
  const knownVisitor = { ...visitor, customer: known.customer };
  expect(await codeOf(engine.webChat.send(knownVisitor, { message: text('a') }))).toBe('not_authenticated');

  await caller.customers.delete(visitor.customer);
  expect(await engine.webChat.authenticate(bot.number, token)).toBeUndefined();
});

it('[VI5] what a visitor says goes into their own conversation', async () => {
  const chat = await startWebChat();
  const { webChat } = chat.engine;
  const { visitor } = await webChat.begin(chat.bot.number);
  await webChat.begin(chat.bot.number);
  await chat.work();
  const { after, message } = await webChat.send(visitor, { message: text('Ada') });
  expect([after, message && lineOf(message)]).toEqual([2, 'customer: Ada']);
  await chat.work();
  expect(await transcript(chat, visitor)).toEqual(['bot: Your name?', 'customer: Ada', 'bot: Hello Ada!']);

  const other = await chat.publish({ family: 'native', ...echo });
  const send = (change: Partial<WebVisitor>) => codeOf(webChat.send({ ...visitor, ...change }, { message: text('b') }));
  for (const wrong of [{ bot: other.number }, { customer: 99 }, { brand: 'umbrella' }]) {
    expect([wrong, await send(wrong)]).toEqual([wrong, 'not_authenticated']);
  }
  expect(await codeOf(webChat.send(visitor, {} as never))).toBe('invalid_parameters message');
  await chat.caller.customers.block(visitor.customer);
  expect(await send({})).toBe('customer_blocked');
  await chat.caller.customers.delete(visitor.customer);
  expect(await send({})).toBe('not_authenticated');
  expect((await chat.caller.customers.list()).total).toBe(1);
});

it('[VI5] a visitor who is deleted while they speak is not made again', async () => {
  const storage = memoryStorage();
  const chat = await startWebChat({ storage });
  const { visitor } = await chat.engine.webChat.begin(chat.bot.number);
  const slow: Storage = {
    ...storage,
    async exclusive(scope, program) {
      await chat.caller.customers.delete(visitor.customer);
      return storage.exclusive(scope, program);
    },
  };
  const { webChat } = chat.anotherEngine({ storage: slow });
  expect(await codeOf(webChat.send(visitor, { message: text('a') }))).toBe('not_authenticated');
  expect((await chat.caller.customers.list()).total).toBe(0);
});

it('[VI6] a message that comes again is stored once', async () => {
  const chat = await startWebChat();
  const { webChat } = chat.engine;
  const { visitor, message: opening } = await webChat.begin(chat.bot.number, { message: text('hi'), id: 'a' });
  const first = await webChat.send(visitor, { message: text('Ada'), id: 'b' });
  const again = await Promise.all(
    ['Ada', 'Bob'].map((name) => webChat.send(visitor, { message: text(name), id: 'b' })),
  );
  expect(again).toEqual([first, first]);
  expect(await webChat.send(visitor, { message: text('hi'), id: 'a' })).toEqual({ message: opening, after: 1 });
  const atOnce = await Promise.all(
    Array.from({ length: 8 }, () => webChat.send(visitor, { message: text('x'), id: 'c' })),
  );
  expect(new Set(atOnce.map(({ message }) => message?.uuid)).size).toBe(1);
  const other = await webChat.begin(chat.bot.number, { message: text('hi'), id: 'a' });
  expect(other.message?.uuid).not.toBe(opening?.uuid);
  expect(opening?.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  await webChat.send(visitor, { message: text('x') });
  await webChat.send(visitor, { message: text('x') });
  const said = (await transcript(chat, visitor)).filter((line) => line.startsWith('customer'));
  expect(said).toEqual(['customer: hi', 'customer: Ada', 'customer: x', 'customer: x', 'customer: x']);
});

it('[VI7] who says nothing expires after an hour, and who spoke after 30 days', async () => {
  const chat = await startWebChat();
  const { webChat } = chat.engine;
  const { clock, bot, engine } = chat;
  const silent = await webChat.begin(bot.number);
  const heard = await webChat.begin(bot.number, { message: text('hi') });
  await chat.work();
  const present = async () => {
    const found = [silent, heard].map(
      async ({ token }) => (await webChat.authenticate(bot.number, token)) !== undefined,
    );
    return Promise.all(found);
  };
  clock.advance(hour - 1);
  await engine.sweep();
  expect(await present()).toEqual([true, true]);
  clock.advance(1);
  expect(await present()).toEqual([false, true]);
  expect(await codeOf(webChat.send(silent.visitor, { message: text('a') }))).toBe('not_authenticated');
  expect((await chat.caller.customers.list()).total).toBe(2);
  await engine.sweep();
  expect((await chat.caller.customers.list()).total).toBe(1);

  // An answer of the bot does not count, the word of an agent does.
  clock.advance(29 * day);
  await webChat.send(heard.visitor, { message: text('Ada') });
  await chat.work();
  clock.advance(29 * day);
  await chat.caller.messages.send(heard.visitor.customer, 'text', { message: 'Hello from a person' });
  clock.advance(30 * day - 1);
  await engine.sweep();
  expect(await present()).toEqual([false, true]);
  clock.advance(1);
  expect(await present()).toEqual([false, false]);
  await engine.sweep();
  expect((await chat.caller.customers.list()).total).toBe(0);
});

it('[VI7] an expired visitor is erased as a deleted customer is, and nobody else is', async () => {
  const chat = await startWebChat({ limits: { silentVisitorLifeMs: 10, visitorLifeMs: 1_000 } });
  const { engine, bot, caller, clock } = chat;
  const events: string[] = [];
  engine.events.subscribe(({ type }) => void events.push(type), { types: ['customer.deleted'] });
  await caller.conversations.start({ bot: bot.id, visitor: 'known' });
  await chat.say('hi');
  for (let made = 0; made < 250; made += 1) await engine.webChat.begin(bot.number);
  clock.advance(10 * 365 * day);
  await engine.sweep();
  await flush();
  expect([(await caller.customers.list()).total, events.length]).toEqual([2, 250]);
});

it('[VI8] a bot has only so many visitors, and others are not counted', async () => {
  const { engine, bot, publish, caller } = await startWebChat({ limits: { maxVisitors: 2 } });
  const other = await publish({ family: 'native', ...echo });
  await caller.conversations.start({ bot: bot.id, visitor: 'known' });
  for (let begun = 0; begun < 2; begun += 1) await engine.webChat.begin(other.number);
  for (let begun = 0; begun < 5; begun += 1) await engine.webChat.begin(bot.number);
  const { items } = await caller.customers.list();
  expect(items.map(({ number }) => number)).toEqual([1, 2, 3, 7, 8]);
});

it('[VI8] a bot that may have no visitors has none', async () => {
  const { engine, bot, caller } = await startWebChat({ limits: { maxVisitors: 0 } });
  expect(await codeOf(engine.webChat.begin(bot.number))).toBe('too_many_requests');
  expect((await caller.customers.list()).total).toBe(0);
});

it('[VI18] when a bot has as many visitors as it may have, the one silent longest is erased for the next', async () => {
  const { engine, bot, caller, clock, work } = await startWebChat({ limits: { maxVisitors: 4 } });
  const { webChat } = engine;
  const hello = { message: text('Hello') };
  const deleted: number[] = [];
  engine.events.subscribe((event) => void ('customerNumber' in event && deleted.push(event.customerNumber)), {
    types: ['customer.deleted'],
  });
  const beginLater = async (opening = {}) => {
    clock.advance(minute);
    return (await webChat.begin(bot.number, opening)).visitor;
  };
  const ada = await beginLater(hello);
  const bob = await beginLater();
  const cleo = await beginLater(hello);
  const dan = await beginLater();
  clock.advance(minute);
  await webChat.send(ada, hello);
  await work();
  clock.advance(minute);
  await caller.messages.send(cleo.customer, 'text', { message: 'An agent is here.' });

  // Bob has said nothing since he came; Dan came last, and then Ada and an agent spoke.
  const steps: unknown[] = [];
  for (const opening of [hello, {}, hello]) {
    await beginLater(opening);
    steps.push(deleted.splice(0));
  }
  expect(steps).toEqual([[bob.customer], [dan.customer], [ada.customer]]);
  await webChat.begin(bot.number, hello);
  expect(deleted).toEqual([cleo.customer]);
  expect(await codeOf(webChat.send(ada, hello))).toBe('not_authenticated');
  expect(await caller.customers.list()).toMatchObject({ total: 4 });
  expect(await codeOf(caller.conversations.messages(ada.customer))).toBe('customer_not_found');
});

it('[VI18] an expired visitor goes before one who has been silent for longer', async () => {
  const { engine, bot, caller, clock } = await startWebChat({ limits: { maxVisitors: 2, silentVisitorLifeMs: hour } });
  const { visitor: ada } = await engine.webChat.begin(bot.number, { message: text('Hello') });
  clock.advance(hour);
  const { visitor: bob } = await engine.webChat.begin(bot.number);
  clock.advance(hour);
  const { visitor: cleo } = await engine.webChat.begin(bot.number);
  const { items } = await caller.customers.list();
  expect(items.map(({ number }) => number)).toEqual([ada.customer, cleo.customer]);
  expect(bob.customer).toBe(2);
});

it('[VI18] a bot whose limit was lowered has as many as it may after some beginnings', async () => {
  const chat = await startWebChat({ limits: { maxVisitors: 9 } });
  for (let begun = 0; begun < 9; begun += 1) await chat.engine.webChat.begin(chat.bot.number);
  const lowered = chat.anotherEngine({ limits: { maxVisitors: 4 } });
  const totals: number[] = [];
  for (let begun = 0; begun < 4; begun += 1) {
    await lowered.webChat.begin(chat.bot.number);
    totals.push((await chat.caller.customers.list()).total);
  }
  expect(totals).toEqual([7, 5, 4, 4]);
});

it('[VI18] a visitor who is erased in the middle of a step leaves nothing behind', async () => {
  const { engine, bot, caller, clock, work, storage } = await startWebChat({ limits: { maxVisitors: 1 } });
  const { visitor: ada } = await engine.webChat.begin(bot.number, { message: text('Hello') });
  const now = clock.now();
  const lease = { worker: 'w', now, leaseUntil: now + hour, limit: 1, work: 'step' } as const;
  expect(await storage.conversationQueue.claim(lease)).toMatchObject([{ customerNumber: ada.customer }]);
  const { visitor: bob } = await engine.webChat.begin(bot.number, { message: text('Hello') });
  await storage.conversationQueue.release('w', [{ brand: 'acme', customerNumber: ada.customer }]);
  await work();
  expect((await caller.customers.list()).items.map(({ number }) => number)).toEqual([bob.customer]);
  const left = { kind: 'messages', customer: ada.customer, range: { offset: 0, limit: 9 } } as const;
  expect(await readsOf(storage).load(left)).toMatchObject({ total: 0 });
});

it('[VI9] a conversation takes only so many messages', async () => {
  const chat = await startWebChat({ limits: { maxVisitorMessages: 4 } });
  const { webChat } = chat.engine;
  const { visitor } = await webChat.begin(chat.bot.number);
  await chat.work();
  const send = (message: string, id?: string) =>
    codeOf(webChat.send(visitor, { message: text(message), ...(id !== undefined && { id }) }));
  expect(await send('Ada', 'a')).toBe('accepted');
  await chat.work();
  expect([await send('b'), await send('c'), await send('Ada', 'a')]).toEqual([
    'accepted',
    'conversation_too_long',
    'accepted',
  ]);
  const known = { bot: chat.bot.id, visitor: 'known', message: text('a') };
  for (let said = 0; said < 6; said += 1) await chat.caller.conversations.receive(known);
});

it('[VI10][VI12] following gives what was said, and then what comes, with the status', async () => {
  const chat = await startWebChat();
  const { webChat } = chat.engine;
  const { visitor } = await webChat.begin(chat.bot.number);
  const following = follow(chat, visitor);
  expect(await following.news()).toEqual(['<working>']);
  await chat.work();
  expect(await following.news()).toEqual(['bot: Your name?', '<waiting>']);
  expect(await following.news()).toEqual([]);
  await webChat.send(visitor, { message: text('Ada') });
  expect(await following.news()).toEqual(['customer: Ada', '<working>']);
  await chat.work();
  expect(await following.news()).toEqual(['bot: Hello Ada!', '<waiting>']);
  await chat.caller.customers.assign(visitor.customer);
  await chat.work();
  const assigned = await following.news();
  chat.clock.advance(100);
  expect([...assigned, ...(await following.news())].at(-1)).toBe('<with_agent>');
  await chat.caller.messages.send(visitor.customer, 'text', { message: 'A person' });
  expect(await following.news()).toEqual(['agent: A person', '<with_agent>']);
  await following.end();
});

it('[VI10][CV56] a process that waits for news stays alive until it has some, or its wait ends', async () => {
  let holds = 0;
  const keepAlive = () => {
    holds += 1;
    return () => {
      holds -= 1;
    };
  };
  const chat = await startWebChat({ clock: { ...simulatedClock(), keepAlive } });
  const { visitor } = await chat.engine.webChat.begin(chat.bot.number);
  const ending = new AbortController();
  const following = chat.engine.webChat.follow(visitor, { after: 0, signal: ending.signal });
  const news = following[Symbol.asyncIterator]();
  await news.next();
  expect(holds).toBe(0);
  const next = news.next();
  await flush();
  expect(holds).toBe(1);
  await chat.work();
  expect([(await next).value?.messages.map(lineOf), holds]).toEqual([['bot: Your name?'], 0]);
  const last = news.next();
  await flush();
  ending.abort();
  expect([await last, holds]).toEqual([{ done: true, value: undefined }, 0]);
});

it('[VI10] however many were said, none comes twice and none is left out', async () => {
  const chat = await startWebChat();
  const { webChat } = chat.engine;
  const { visitor } = await webChat.begin(chat.bot.number, { message: text('0') });
  for (let said = 1; said < 250; said += 1) await webChat.send(visitor, { message: text(`${said}`) });
  const seen: ConversationNews[] = [];
  const ending = new AbortController();
  for await (const news of webChat.follow(visitor, { after: 5, signal: ending.signal })) {
    seen.push(news);
    // Messages that come between two pages come after them.
    if (seen.length === 1) await webChat.send(visitor, { message: text('250') });
    if (news.messages.at(-1)?.seq === 251) ending.abort();
  }
  const heard = seen.flatMap(({ messages }) => messages.map(({ seq }) => seq));
  expect(heard).toEqual(Array.from({ length: 246 }, (_, index) => index + 6));
  expect(Math.max(...seen.map(({ messages }) => messages.length))).toBe(100);
});

it('[VI17] pages of long messages are short, and nothing is left out', async () => {
  const chat = await startWebChat();
  const { webChat } = chat.engine;
  const { visitor } = await webChat.begin(chat.bot.number, { message: text('0') });
  const long = '\u0001'.repeat(10_000);
  for (let said = 1; said < 60; said += 1) {
    await webChat.send(visitor, { message: text(said > 20 && said % 7 !== 0 ? long : `${said}`) });
  }
  const pages: (readonly number[])[] = [];
  const sizes: number[] = [];
  const ending = new AbortController();
  for await (const { messages } of webChat.follow(visitor, { after: 0, signal: ending.signal })) {
    pages.push(messages.map(({ seq }) => seq));
    sizes.push(JSON.stringify(messages).length);
    if (messages.at(-1)?.seq === 60) ending.abort();
  }
  expect(pages.flat()).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  expect(Math.max(...sizes)).toBeLessThan(131_072 + 100);
  expect(pages.length).toBeLessThan(30);
});

it('[VI11] changes of another process arrive soon, and polls become rare without news', async () => {
  let reads = 0;
  const storage = memoryStorage();
  const counted: Storage = {
    ...storage,
    read(scope, requests) {
      reads += requests.filter((each) => each.do === 'get' && each.kind === 'customer').length;
      return storage.read(scope, requests);
    },
  };
  const chat = await startWebChat({ storage });
  const { visitor } = await chat.engine.webChat.begin(chat.bot.number);
  await chat.work();
  const elsewhere = chat.anotherEngine({ storage: counted });
  const following = follow({ engine: elsewhere }, visitor);
  expect(await following.news()).toEqual(['bot: Your name?', '<waiting>']);
  await chat.engine.webChat.send(visitor, { message: text('Ada') });
  await chat.work();
  expect(await following.news()).toEqual([]);
  chat.clock.advance(100);
  expect(await following.news()).toEqual(['customer: Ada', 'bot: Hello Ada!', '<waiting>']);

  for (let second = 0; second < 60; second += 1) {
    chat.clock.advance(1_000);
    await flush();
  }
  reads = 0;
  for (let second = 0; second < 60; second += 1) {
    chat.clock.advance(1_000);
    await flush();
  }
  expect(reads).toBe(12);
  await chat.engine.webChat.send(visitor, { message: text('again') });
  chat.clock.advance(5_000);
  expect(await following.news()).toContain('customer: again');
  await following.end();
});

it('[VI13] following ends with its signal, and when the visitor is deleted or expires', async () => {
  const chat = await startWebChat();
  const { engine, bot, caller, clock } = chat;
  const [deleted, expired, aborted] = [
    await engine.webChat.begin(bot.number),
    await engine.webChat.begin(bot.number),
    await engine.webChat.begin(bot.number, { message: text('hi') }),
  ];
  await chat.work();
  const [first, second, third] = [deleted, expired, aborted].map(({ visitor }) => follow(chat, visitor));
  await flush();
  await caller.customers.delete(deleted.visitor.customer);
  await first?.ended;
  clock.advance(hour);
  await second?.ended;
  await third?.end();
  const nobody = follow(chat, deleted.visitor);
  await nobody.ended;
  expect(await nobody.news()).toEqual([]);
  const over = engine.webChat.follow(aborted.visitor, { after: 0, signal: AbortSignal.abort() });
  for await (const news of over) throw new Error(`It gave ${news.status}.`);
});

it.for([
  ['is in the trash', ({ caller, bot }) => caller.bots.trash(bot.id)],
  ['is of a brand that was removed', ({ engine }) => engine.configure([], { exactly: true })],
] as const satisfies readonly (readonly [string, (chat: Awaited<ReturnType<typeof startWebChat>>) => unknown])[])(
  '[VI13] following ends soon when the bot %s',
  async ([, close]) => {
    const chat = await startWebChat();
    const { visitor } = await chat.engine.webChat.begin(chat.bot.number);
    const following = follow(chat, visitor);
    await flush();
    await close(chat);
    for (let second = 0; second < 15; second += 1) {
      chat.clock.advance(1_000);
      await flush();
    }
    expect(await Promise.race([following.ended.then(() => 'ended'), flush().then(() => 'open')])).toBe('ended');
  },
);

it('[VI14] webhooks say whether a visitor came from another site', async () => {
  const chat = await startWebChat();
  const [own] = await readsOf(chat.storage, brand).load({ kind: 'channelsOfBot', botId: chat.bot.id });
  if (own === undefined) throw new Error('The bot has no channel.');
  await chat.caller.hooks.create(own.number, { name: 'Crm', url: 'https://example.org/hook' });
  const seen = [];
  for (const isExternal of [true, false, undefined]) {
    const opening = { message: text('hi'), ...(isExternal !== undefined && { isExternal }) };
    const { message } = await chat.engine.webChat.begin(chat.bot.number, opening);
    const { items } = await chat.caller.deliveries.list();
    const { id } = items.find(({ messageUuid }) => messageUuid === message?.uuid) ?? {};
    if (id === undefined) throw new Error('Nothing is delivered.');
    const body = (await chat.caller.deliveries.body(id)) ?? '';
    seen.push(JSON.parse(body).messages[0].customer.is_external);
  }
  expect(seen).toEqual(['True', 'False', 'False']);
});
