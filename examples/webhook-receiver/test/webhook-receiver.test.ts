import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { createReceiver, type ReceiverOptions } from '../src/receiver.ts';
import { recent } from '../src/recent.ts';
import { chatBody, hookBody } from './payloads.ts';

const source = fileURLToPath(new URL('../src', import.meta.url));
const token = 'a-token-of-the-hook';
const secret = 'a-long-secret-in-the-url';
const asHook = { authorization: `Token ${token}` };

/** Posts a body. @returns The status of the response. */
async function post(base: string, path: string, body: string | Uint8Array<ArrayBuffer>, headers = {}): Promise<number> {
  const answer = await fetch(`${base}${path}`, { method: 'POST', body, headers });
  expect(await answer.text()).toBe('');
  return answer.status;
}

it('runs, and prints received messages', async () => {
  const env = { ...process.env, PORT: '0', HOOK_TOKEN: token, CHAT_SECRET: secret };
  const child = spawn(process.execPath, [`${source}/main.ts`], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  const errors = text(child.stderr);
  let printed = '';
  const ready = Promise.withResolvers<void>();
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    printed += part;
    if (printed.split('\n').length > 2) ready.resolve();
  });
  await Promise.race([ready.promise, closed]);
  const base = /http:\/\/[\d.:]+/.exec(printed)?.[0] ?? '';
  const chat = `/chat/${secret}`;

  const [hello, two, three] = [
    hookBody(1, '10:00:00.250', 'Hello'),
    hookBody(2, '10:00:01.000', 'Two\u001b[2J\u009b'),
    hookBody(3, '10:00:01.000', 'Three'),
  ];
  const dialog = chatBody('10:00:02', { type: 'dialog', title: 'Tea?', buttons: ['Yes', 'No'], payloads: ['y', 'n'] });
  const image = chatBody('10:00:02', { type: 'image', url: 'https://example.com/tea.png', message: '' });
  const statuses = [
    await post(base, '/hooks', hello, asHook),
    // Two with the same timestamp.
    await post(base, '/hooks', two, asHook),
    await post(base, '/hooks', three, asHook),
    // Further attempts of a delivery that was accepted.
    await post(base, '/hooks', three, asHook),
    await post(base, '/hooks', hello, asHook),
    await post(base, chat, dialog),
    await post(base, chat, dialog),
    await post(base, chat, image),
    // Another channel with the same token.
    await post(base, chat, chatBody('10:00:01', { type: 'hologram', shape: 'cup' }, 5)),
    await post(base, chat, chatBody('10:00:01', { type: 'hologram', shape: 'cup' })),
    await post(base, '/hooks', hookBody(4, '10:00:03', 'Forged'), { authorization: 'Token wrong' }),
    await post(base, '/chat/wrong', chatBody('10:00:04', { type: 'text', message: 'Forged' })),
    await post(base, '/hooks', three.slice(0, -1), asHook),
  ];
  expect(statuses).toEqual([204, 204, 204, 204, 204, 204, 204, 204, 204, 204, 401, 404, 400]);

  child.kill('SIGTERM');
  expect(await closed).toEqual([0, null]);
  expect(printed.split('\n')).toEqual([
    `Message hooks: ${base}/hooks with your token`,
    `APIchat webhook: ${base}/chat/<your secret>`,
    '2026-11-21T10:00:00.250Z Hook "Front desk", "Ana": "customer" says "text" "Hello"',
    '2026-11-21T10:00:01.000Z Hook "Front desk", "Ana": "customer" says "text" "Two\\u001b[2J?"',
    '2026-11-21T10:00:01.000Z Hook "Front desk", "Ana": "customer" says "text" "Three"',
    '2026-11-21T10:00:02.000Z APIchat "Bridge", "Bo": "bot" says "dialog" "Tea?" ["Yes","No"]',
    '2026-11-21T10:00:02.000Z APIchat "Bridge", "Bo": "bot" says "image" "https://example.com/tea.png" ""',
    '2026-11-21T10:00:01.000Z APIchat "Bridge", "Bo": "bot" says "hologram" "cup"',
    '2026-11-21T10:00:01.000Z APIchat "Bridge", "Bo": "bot" says "hologram" "cup"',
    '',
  ]);
  expect(await errors).toBe('');
});

describe('a receiver', () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

  async function start(
    options: Partial<ReceiverOptions> = {},
  ): Promise<{ readonly port: number; readonly base: string }> {
    const { server, close } = createReceiver({ token, secret, handOver: () => {}, ...options });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(async () => {
      const closed = once(server, 'close');
      close();
      server.closeAllConnections();
      await closed;
    });
    const { port } = server.address() as AddressInfo;
    return { port, base: `http://127.0.0.1:${port}` };
  }

  it('hands over a message of a conversation after the one before, and those of others meanwhile', async () => {
    const messages: string[] = [];
    const first = Promise.withResolvers<void>();
    const handOver = (words: string): Promise<void> | void => {
      messages.push(words.slice(words.lastIndexOf(' "') + 1));
      return messages.length === 1 ? first.promise : undefined;
    };
    const { base } = await start({ handOver });
    for (const [seq, body] of [
      [1, 'One'],
      [2, 'Two'],
    ] as const) {
      expect(await post(base, '/hooks', hookBody(seq, '10:00:00', body), asHook)).toBe(204);
    }
    const chatPath = `/chat/${secret}`;
    expect(await post(base, chatPath, chatBody('10:00:00', { type: 'text', message: 'Hi' }))).toBe(204);
    expect(messages).toEqual(['"One"', '"Hi"']);
    first.reject(new Error('It cannot be printed.'));
    await expect.poll(() => messages).toEqual(['"One"', '"Hi"', '"Two"']);
  });

  it.each([
    ['no token', {}],
    ['an empty token', { authorization: 'Token ' }],
    ['the beginning of the token', { authorization: `Token ${token.slice(0, -1)}` }],
    ['more than the token', { authorization: `Token ${token}x` }],
    ['another scheme', { authorization: `Bearer ${token}` }],
  ])('admits no hook with %s', async (_case, headers) => {
    const { base } = await start();
    expect(await post(base, '/hooks', hookBody(1, '10:00:00', 'Hello'), headers)).toBe(401);
  });

  it.each(['/', '/chat', '/chat/', `/chat/${secret}/`, `/chat/${secret.slice(1)}`, `/chat/x/../${secret}x`, '/hooks/'])(
    'knows no path %s',
    async (path) => {
      const { base } = await start();
      expect(await post(base, path, chatBody('10:00:00', { type: 'text', message: 'Hi' }), asHook)).toBe(404);
    },
  );

  it.each(['GET', 'PUT', 'DELETE'])('takes no %s', async (method) => {
    const { base } = await start();
    const { status, headers } = await fetch(`${base}/chat/${secret}`, { method });
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
  });

  const chat = chatBody('10:00:00', { type: 'text', message: 'Hi' });
  const hook = hookBody(1, '10:00:00', 'Hello');
  it.each([
    ['nothing', ''],
    ['no JSON', 'messages=1'],
    [
      'text that is no UTF-8',
      Uint8Array.from(hook, (character) => (character === 'H' ? 0xff : character.charCodeAt(0))),
    ],
    ['null', 'null'],
    ['a list', '[]'],
    ['no messages', '{}'],
    ['messages that are no list', '{"messages": {}}'],
    ['no message', '{"messages": []}'],
    ['two messages', `{"messages": [1, ${hook}]}`],
    ['a message that is none', '{"messages": [null]}'],
    ['no type', hook.replace('"type":"text"', '"type":7')],
    ['no timestamp', hook.replace('"timestamp"', '"time"')],
    ['a timestamp that is no number', chat.replace(/"timestamp":\d+/, '"timestamp":"now"')],
    ['a timestamp beyond all', chat.replace(/"timestamp":\d+/, '"timestamp":1e300')],
    ['no uuid', hook.replace('"uuid"', '"id"')],
    ['no customer token', chat.replace('"token"', '"key"')],
    ['no customer', chat.replace('"customer"', '"person"')],
  ])('refuses %s', async (_case, body) => {
    const { base } = await start();
    expect([await post(base, '/hooks', body, asHook), await post(base, `/chat/${secret}`, body)]).toEqual([400, 400]);
    // A refused message is not a duplicate when it is sent completely.
    expect(await post(base, '/hooks', hook, asHook)).toBe(204);
  });

  it('asks for another attempt while it is full, and accepts messages again after it has handed over some', async () => {
    const messages: string[] = [];
    const first = Promise.withResolvers<void>();
    const handOver = (words: string): Promise<void> => {
      messages.push(words);
      return first.promise;
    };
    const [one, two] = [hookBody(1, '10:00:00', 'One'), hookBody(2, '10:00:00', 'Two')];
    const { base } = await start({ maxWaitingBytes: one.length, handOver });
    expect(await post(base, '/hooks', one, asHook)).toBe(204);
    expect(await post(base, '/hooks', two, asHook)).toBe(503);
    expect(await post(base, '/hooks', two, asHook)).toBe(503);
    // A duplicate is also acknowledged.
    expect(await post(base, '/hooks', one, asHook)).toBe(204);
    expect(messages).toHaveLength(1);
    first.resolve();
    await first.promise;
    await expect.poll(() => post(base, '/hooks', two, asHook)).toBe(204);
    expect(messages).toHaveLength(2);
  });

  it.each([
    ['with its token', asHook, 413],
    ['without', {}, 401],
  ])('reads a body that is too long to its end, and answers: %s', async (_case, headers, status) => {
    const { base } = await start({ maxBodyBytes: 1_000 });
    // One connection for each request, like webhook senders: if it closes too soon, the response is lost.
    const sending = request(`${base}/hooks`, { method: 'POST', headers, agent: false }).end('x'.repeat(8 * 2 ** 20));
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    expect([answer.statusCode, await text(answer), sending.writableFinished]).toEqual([status, '', true]);
    expect(await post(base, '/hooks', hook, asHook)).toBe(204);
  });

  it.each([
    ['a head', 'POST /hooks HTTP/1.1\r\nHost: x\r\n'],
    ['a body', `POST /hooks HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${token}\r\nContent-Length: 9\r\n\r\n{`],
  ])('stops waiting for %s when its time is over', async (_case, begun) => {
    const { port } = await start({ requestTimeoutMs: 100 });
    const client = connect(port, '127.0.0.1');
    client.write(begun);
    expect(await text(client)).toMatch(/^HTTP\/1\.1 408 /);
  });
});

it('the receiver accepts the requests of the guide', async () => {
  const page = readFileSync(new URL('../../../docs/guide/receive-webhooks.md', import.meta.url), 'utf8');
  const [, commands = ''] = /```sh\n(curl -i http:\/\/127\.0\.0\.1:8080.*?)```/s.exec(page) ?? [];
  const messages: string[] = [];
  const handOver = (words: string): void => void messages.push(words);
  const { server, close } = createReceiver({ token: 'my-token', secret: 'my-secret', handOver });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const typed = commands.replaceAll('http://127.0.0.1:8080', base);
  const shell = spawn('sh', ['-ec', `${typed}\n${typed}`], { stdio: ['ignore', 'pipe', 'ignore'] });
  expect((await text(shell.stdout)).match(/^HTTP.*/gm)).toEqual(Array(4).fill('HTTP/1.1 204 No Content'));
  const closed = once(server, 'close');
  close();
  server.closeAllConnections();
  await closed;
  expect(messages.map((words) => words.slice(words.indexOf(' says ')))).toEqual([
    ' says "text" "Hello"',
    ' says "text" "Hi Ana!"',
  ]);
});

it('the receiver remembers as many keys as it must, and at most twice as many', () => {
  const keys = recent<number>(3);
  for (let key = 1; key <= 9; key += 1) {
    keys.set(String(key), key);
    expect(keys.get(String(key - 2))).toBe(key > 2 ? key - 2 : undefined);
    expect(keys.get(String(key - 6))).toBeUndefined();
  }
});

it('the receiver fits on a few pages', () => {
  const lines = readdirSync(source).flatMap((file) => readFileSync(`${source}/${file}`, 'utf8').split('\n'));
  const code = lines.filter((line) => line.trim() !== '' && !/^\s*(\/\/|\/\*\*)/.test(line));
  expect(code.length).toBeLessThanOrEqual(180);
});
