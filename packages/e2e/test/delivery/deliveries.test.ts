import { createEngine, type Engine, type EngineOptions, permissions } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { undiciSender } from '@botwright/sender-undici';
import { expect, it, onTestFinished, vi } from 'vitest';
import { newCustomer } from '../support/new-customer.ts';
import { answer, startReceiver } from '../support/receiver.ts';

interface Sent {
  readonly engine: Engine;
  /** The state of each delivery, and how its attempts ended. */
  ends(): Promise<readonly unknown[]>;
}

/** Sends "Hello" to a customer, on a channel with a message hook and a separate webhook. */
async function sayHello(
  { hookUrl, chatUrl, token }: { readonly hookUrl?: string; readonly chatUrl?: string; readonly token?: string },
  options: Partial<EngineOptions> = {},
): Promise<Sent> {
  const storage = memoryStorage();
  const sender = options.sender ?? undiciSender({ allowPrivateTargets: true });
  const engine = createEngine({ storage, userAgentBrand: 'acme-bots', retry: { scale: 0.02 }, ...options, sender });
  await engine.configure([{ name: 'acme', plan: 'professional', workspaces: [1], tokens: [] }]);
  const caller = engine.as({ brand: 'acme', person: 7, workspaces: [1], permissions });
  const webhook = chatUrl === undefined ? {} : { webhookUrl: chatUrl };
  const { channel } = await caller.channels.create({ type: 'apichat', name: 'Shop', ...webhook });
  if (hookUrl !== undefined) {
    await caller.hooks.create(channel.number, { url: hookUrl, ...(token !== undefined && { token }) });
  }
  const customer = await newCustomer(storage, 'acme', { channelNumber: channel.number, token: 'c1' });

  const workers = engine.startWorkers();
  onTestFinished(async () => {
    await sender.close();
    await workers.stop();
    await engine.close();
  });
  await caller.messages.send(customer, 'text', { message: 'Hello Ünï' });
  return {
    engine,
    async ends() {
      const { items } = await caller.deliveries.list();
      return items.map(({ target, progress }) => [
        target.kind,
        progress.state === 'dead' ? progress.reason : progress.state,
        progress.attempts.map(({ status, error }) => status ?? error),
      ]);
    },
  };
}

const polling = { timeout: 10_000, interval: 20 };

const malformed = {
  'one length twice': 'content-length: 2\r\ncontent-length: 2\r\n\r\nok',
  'a folded header': 'x: a\r\n b\r\ncontent-length: 0\r\n\r\n',
  'a head cut off': 'retry-aft',
  'no header': 'hello\r\n\r\n',
};

it.for(
  Object.entries(malformed).flatMap(([name, rest]) =>
    (['hook', 'channel'] as const).map((kind) => [name, kind, rest] as const),
  ),
)('[WH1][WH2][SN41] %s: the statuses count that a receiver tells a %s', async ([, kind, rest]) => {
  const statuses = [503, 429, 200];
  const receiver = await startReceiver((socket) => socket.end(`HTTP/1.1 ${statuses.shift()} X\r\n${rest}`));
  const { ends } = await sayHello({ [kind === 'hook' ? 'hookUrl' : 'chatUrl']: receiver.origin });
  await vi.waitFor(async () => expect(await ends()).toEqual([[kind, 'delivered', [503, 429, 200]]]), polling);
});

it.for(['hook', 'channel'] as const)(
  '[WH2][WH4][DI3] six attempts to a %s, their gaps as 5 : 10 : 15 : 20 : 25',
  async (kind) => {
    const times: number[] = [];
    const receiver = await startReceiver((socket) => {
      times.push(performance.now());
      socket.end(answer(500));
    });
    const { ends } = await sayHello({ [kind === 'hook' ? 'hookUrl' : 'chatUrl']: `${receiver.origin}/x` });
    await vi.waitFor(async () => {
      expect(await ends()).toEqual([[kind, 'exhausted', [500, 500, 500, 500, 500, 500]]]);
    }, polling);

    const { requests } = receiver;
    expect(requests).toHaveLength(6);
    for (const { body } of requests) expect(body.equals(requests[0]?.body as Buffer)).toBe(true);
    expect(requests.map(({ head }) => /^x-delivery-attempt: (\d)$/im.exec(head)?.[1])).toEqual([...'123456']);
    expect(new Set(requests.map(({ head }) => /^x-delivery-id: (.*)$/im.exec(head)?.[1])).size).toBe(1);
    const gaps = times.slice(1).map((at, index) => at - (times[index] as number));
    for (const [index, gap] of [100, 200, 300, 400, 500].entries()) {
      expect(gaps[index]).toBeGreaterThanOrEqual(gap - 2);
      // A test clock measures exact gaps: a machine may be busy for seconds.
      expect(gaps[index]).toBeLessThan(gap + 10_000);
    }
  },
);

it('[WH2] a redirect is not followed, and the delivery is tried again', async () => {
  const elsewhere = await startReceiver();
  let left = 1;
  const receiver = await startReceiver((socket) => {
    left -= 1;
    socket.end(left >= 0 ? answer(307, `location: ${elsewhere.origin}/\r\n`) : answer(204));
  });
  const { ends } = await sayHello({ hookUrl: receiver.origin });
  await vi.waitFor(async () => expect(await ends()).toEqual([['hook', 'delivered', [307, 204]]]), polling);
  expect(elsewhere.connections).toHaveLength(0);
});

it('[WH3] nothing is tried after a failed connection or a time-out', async () => {
  const closing = await startReceiver((socket) => void socket.destroy());
  const silent = await startReceiver();
  const sender = undiciSender({ allowPrivateTargets: true });
  const { ends } = await sayHello(
    { hookUrl: closing.origin, chatUrl: silent.origin },
    { sender: { ...sender, send: (request) => sender.send({ ...request, timeoutMs: 300 }) }, retry: { scale: 0 } },
  );
  await vi.waitFor(async () => {
    expect((await ends()).toSorted()).toEqual([
      ['channel', 'timeout', ['timeout']],
      ['hook', 'connect', ['connect']],
    ]);
  }, polling);
  expect([closing.requests.length, silent.requests.length]).toEqual([1, 1]);
});

it.for([
  [undefined, 'Token '],
  ['', 'Token '],
  ['s3cret', 'Token s3cret'],
] as const)(
  '[WH18][WH19][WH17] a hook with the token %o is sent "%s", the webhook of a channel nothing',
  async ([token, sent]) => {
    const respond = (socket: { end(text: string): unknown }) => void socket.end(answer(200));
    const [hook, chat] = [await startReceiver(respond), await startReceiver(respond)];
    const { ends } = await sayHello({
      hookUrl: hook.origin,
      chatUrl: chat.origin,
      ...(token !== undefined && { token }),
    });
    await vi.waitFor(async () => expect((await ends()).flat()).toContain('delivered'), polling);
    await vi.waitFor(() => expect([hook.requests.length, chat.requests.length]).toEqual([1, 1]), polling);

    expect(hook.requests[0]?.head.split('\r\n')).toContainEqual(
      expect.stringMatching(new RegExp(`^authorization: ${sent}$`, 'i')),
    );
    expect(chat.requests[0]?.head).not.toMatch(/^authorization/im);
    for (const { requests } of [hook, chat]) {
      expect(requests[0]?.head).toMatch(/^user-agent: acme-bots\/webhooks$/im);
      expect(requests[0]?.head).toMatch(/^POST /);
    }
    expect(JSON.parse(String(hook.requests[0]?.body)).messages[0].data).toEqual({ body: 'Hello Ünï' });
    expect(JSON.parse(String(chat.requests[0]?.body)).messages[0].message).toBe('Hello Ünï');
  },
);
