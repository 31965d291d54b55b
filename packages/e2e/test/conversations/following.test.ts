import { type BrandEngine, permissions } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import type { QueuedWork, Storage } from '@botwright/core/ports';
import { describe, expect, it, vi } from 'vitest';
import { codeOf } from '../../../core/test/engine-fixture.ts';
import { brand, type Chat, lineOf, startChat } from '../support/chat.ts';
import { echo } from '../support/diagrams.ts';
import { openStore, storeNames } from '../support/stores.ts';

/** Runs everything that does not wait for the clock. */
async function flush(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Collects the news of a follower until it is ended. */
function follow({ conversations }: BrandEngine, customer: number, after?: number) {
  const ending = new AbortController();
  const heard: string[] = [];
  let last = after ?? 0;
  const options = { signal: ending.signal, ...(after !== undefined && { after }) };
  const ended = (async () => {
    for await (const { messages, status } of conversations.follow(customer, options)) {
      heard.push(...messages.map(lineOf), `<${status}>`);
      last = messages.at(-1)?.seq ?? last;
    }
  })();
  return {
    async news(): Promise<readonly string[]> {
      await flush();
      return heard.splice(0);
    },
    /** @returns The position to continue after. */
    async end(): Promise<number> {
      ending.abort();
      await ended;
      return last;
    },
    ended,
  };
}

/** A store as another process has it: its reads are counted, and it may notify of customers. */
function elsewhere(storage: Storage) {
  const listeners = new Set<(work: QueuedWork) => void>();
  let reads = 0;
  const seen: Storage = {
    ...storage,
    read(scope, requests) {
      reads += requests.filter((each) => each.do === 'get' && each.kind === 'customer').length;
      return storage.read(scope, requests);
    },
  };
  return {
    storage: seen,
    notifying: {
      ...seen,
      onQueuedWork(listener: (work: QueuedWork) => void) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    } satisfies Storage,
    notify(customers: NonNullable<QueuedWork['customers']>) {
      for (const listener of listeners) listener({ deliveries: false, conversations: false, customers });
    },
    listeners,
    takeReads() {
      const counted = reads;
      reads = 0;
      return counted;
    },
  };
}

async function passSeconds({ clock }: Chat, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    clock.advance(1_000);
    await flush();
  }
}

async function startConversation() {
  const chat = await startChat({ storage: memoryStorage() });
  await chat.publish(echo);
  return { chat, customer: await chat.say('hi') };
}

it('[CV80][CV81] a follower sees messages of other processes, and continues after its position without a gap', async () => {
  const { chat, customer } = await startConversation();
  const first = follow(chat.another({}), customer);
  expect(await first.news()).toEqual(['customer: hi', '<working>']);
  await chat.work();
  expect(await first.news()).toEqual([]);
  chat.clock.advance(100);
  expect(await first.news()).toEqual(['bot: Your name?', '<waiting>']);
  const after = await first.end();

  await chat.say('Ada');
  await chat.work();
  const next = follow(chat.another({}), customer, after);
  expect(await next.news()).toEqual(['customer: Ada', 'bot: Hello Ada!', '<waiting>']);
  await chat.caller.messages.send(customer, 'text', { message: 'A person' });
  chat.clock.advance(100);
  expect((await next.news()).at(0)).toBe('agent: A person');
  await next.end();
});

it('[CV81] a follower sees changes by its own process at once', async () => {
  const { chat, customer } = await startConversation();
  const following = follow(chat.caller, customer);
  await following.news();
  await chat.work();
  expect((await following.news()).at(0)).toBe('bot: Your name?');
  await following.end();
});

it('[CV81] a store that notifies wakes the followers of a customer, and no other', async () => {
  const { chat, customer } = await startConversation();
  const neighbour = await chat.say('hello', 'bob');
  const other = elsewhere(chat.storage);
  const caller = chat.another({ storage: other.notifying });
  const followers = [follow(caller, customer), follow(caller, neighbour)] as const;
  for (const each of followers) await each.news();
  expect(other.listeners.size).toBe(1);
  await chat.work();
  other.takeReads();
  other.notify([customer, 99]);
  expect((await followers[0].news()).at(0)).toBe('bot: Your name?');
  expect(await followers[1].news()).toEqual([]);
  other.notify('any');
  expect((await followers[1].news()).at(0)).toBe('bot: Your name?');
  for (const each of followers) await each.end();
  expect(other.listeners.size).toBe(0);
});

it('[CV81] a follower without news looks at the store twelve times a minute, also where the store notifies', async () => {
  const { chat, customer } = await startConversation();
  await chat.work();
  for (const kind of ['storage', 'notifying'] as const) {
    const other = elsewhere(chat.storage);
    const following = follow(chat.another({ storage: other[kind] }), customer);
    await following.news();
    await passSeconds(chat, 60);
    other.takeReads();
    await passSeconds(chat, 60);
    expect(other.takeReads()).toBe(12);
    await following.end();
  }
});

it('[CV82] of a slow follower one page is read, and the rest when it asks', async () => {
  const { chat, customer } = await startConversation();
  for (let said = 1; said < 250; said += 1) await chat.say(`${said}`);
  const other = elsewhere(chat.storage);
  const iterator = chat.another({ storage: other.storage }).conversations.follow(customer)[Symbol.asyncIterator]();
  const pages: number[][] = [];
  for (let page = 0; page < 3; page += 1) {
    const { value } = await iterator.next();
    pages.push(value?.messages.map(({ seq }: { readonly seq: number }) => seq) ?? []);
    other.takeReads();
    if (page === 0) await chat.say('meanwhile');
    await passSeconds(chat, 30);
    expect(other.takeReads()).toBe(0);
  }
  await iterator.return?.();
  expect(pages.map(({ length }) => length)).toEqual([100, 100, 51]);
  expect(pages.flat()).toEqual(Array.from({ length: 251 }, (_, index) => index + 1));
});

const first = async (caller: BrandEngine, customer: unknown, after?: unknown) => {
  const options = { after } as { readonly after: number };
  return caller.conversations
    .follow(customer as number, options)
    [Symbol.asyncIterator]()
    .next();
};

it('[CV48] a customer of another brand or workspace is not found, and neither is any other that is none', async () => {
  const { chat, customer } = await startConversation();
  const principal = { brand, person: 7, workspaces: [1], permissions };
  for (const change of [{ brand: 'other' }, { workspaces: [2] }, { workspaces: [] }]) {
    const caller = chat.engine.as({ ...principal, ...change });
    expect(await codeOf(first(caller, customer))).toBe('customer_not_found');
  }
  for (const none of [0, 99, 1.5, '1', undefined]) {
    expect(await codeOf(first(chat.caller, none))).toBe('customer_not_found');
  }
});

it('[CV57] a position that is none is named', async () => {
  const { chat, customer } = await startConversation();
  for (const after of [-1, 1.5, '1', null]) {
    expect(await codeOf(first(chat.caller, customer, after))).toBe('invalid_parameters after');
  }
});

it('[TN18] a principal of a brand that the host has not declared follows nobody', async () => {
  const { chat, customer } = await startConversation();
  const caller = chat.anotherEngine({ brands: (name) => name === 'other' }).as(chat.caller.principal);
  expect(await codeOf(first(caller, customer))).toBe('not_authenticated');
});

it('[CV83] following ends with its signal, with the customer, and soon when the brand is no longer served', async () => {
  const { chat, customer } = await startConversation();
  const aborted = follow(chat.caller, customer);
  await flush();
  await aborted.end();
  for await (const news of chat.caller.conversations.follow(customer, { signal: AbortSignal.abort() })) {
    throw new Error(`It gave ${news.status}.`);
  }

  let isServed = true;
  const refused = follow(chat.another({ brands: () => isServed }), customer);
  await flush();
  isServed = false;
  await passSeconds(chat, 15);
  await refused.ended;

  const gone = follow(chat.caller, customer);
  await flush();
  await chat.caller.customers.delete(customer);
  await gone.ended;
});

describe.each(storeNames)('on %s, while the clock stands', (store) => {
  const start = async () => startChat({ storage: (await openStore(store)).storage });
  const polling = { timeout: 30_000, interval: 5 };

  it('[CV81] a follower sees a step without messages', async () => {
    const chat = await start();
    await chat.publish(echo);
    const customer = await chat.say('hi');
    await chat.work();
    const seen: string[] = [];
    const following = follow(chat.caller, customer);
    const hasSeen = (status: string) =>
      vi.waitUntil(async () => {
        seen.push(...(await following.news()));
        return seen.at(-1) === `<${status}>`;
      }, polling);
    await hasSeen('waiting');
    await chat.caller.conversations.close(customer);
    await chat.work();
    await hasSeen('ended');
    await following.end();
  });

  it('[CV83][VI13] following ends when a bot is destroyed with its visitors, and others go on', async () => {
    const chat = await start();
    const [bot, other] = [
      await chat.publish({ family: 'native', ...echo }),
      await chat.publish({ family: 'native', ...echo }),
    ];
    const visitors = [
      (await chat.engine.webChat.begin(bot.number)).visitor,
      (await chat.engine.webChat.begin(other.number)).visitor,
    ] as const;
    await chat.work();
    const [gone, staying] = visitors.map(({ customer }) => follow(chat.caller, customer));
    const web = (async () => {
      const ending = new AbortController().signal;
      for await (const _ of chat.engine.webChat.follow(visitors[0], { after: 0, signal: ending }));
    })();
    for (const each of [gone, staying]) await vi.waitUntil(async () => (await each?.news())?.length, polling);
    await chat.caller.bots.trash(bot.id);
    await chat.caller.bots.destroy(bot.id);
    await Promise.all([gone?.ended, web]);
    await staying?.end();
  });
});
