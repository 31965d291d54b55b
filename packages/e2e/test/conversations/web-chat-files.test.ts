import { createServer, request as httpRequest } from 'node:http';
import { memoryFileStore } from '@botwright/core/memory';
import type { FileStore } from '@botwright/core/ports';
import { createWebChatApi, type VisitorLimits } from '@botwright/http/web-chat';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Adapter, currentAdapters, listenerOf } from '../support/adapters.ts';
import { startChat } from '../support/chat.ts';
import { closeServer, listen } from '../support/listen.ts';

const many: Partial<VisitorLimits> = { requestsPerAddress: 1_000, requestsPerVisitor: 1_000, beginnings: 1_000 };
const png = new Uint8Array([
  ...Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  ...Array.from({ length: 200_000 }, (_, at) => at % 256),
]);
const pdf = new TextEncoder().encode('%PDF-1.7 …');

const asking = {
  blocks: { start: ['opening', {}], file: ['ask_file', { text: '?' }] },
  connections: ['start.$success--file'],
} as const;

interface Options {
  readonly files?: FileStore;
  readonly limits?: Partial<VisitorLimits>;
  readonly params?: object;
  readonly adapter?: Adapter;
}

/** A server whose bot waits for a file of each visitor. */
async function serve({ files = memoryFileStore(), limits, params, adapter = 'nodeListener' }: Options = {}) {
  const chat = await startChat({ files, limits: { maxFileBytes: 1_000_000 } });
  const bot = await chat.publish({
    family: 'native',
    blocks: {
      start: ['opening', {}],
      file: ['ask_file', { text: 'Photo?', destination: 'photo', ...params }],
      done: ['ask_question', { text: 'Thanks.' }],
    },
    connections: ['start.$success--file', 'file.$success--done'],
  });
  const server = createServer((request, response) => listener(request, response));
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const publicUrl = `${origin}/chat/api`;
  const { engine, clock } = chat;
  const faults: unknown[] = [];
  const api = createWebChatApi({
    ...{ engine, publicUrl, clock, timer: clock, limits: { ...many, ...limits } },
    onFault: (error) => void faults.push(error),
  });
  const listener = await listenerOf(adapter, api, '');
  onTestFinished(() => closeServer(server));

  const ask = async (method: string, path: string, init: RequestInit & { token?: string } = {}) => {
    const { token, ...rest } = init;
    const headers = new Headers(init.headers);
    if (token !== undefined) headers.set('authorization', `Token ${token}`);
    const response = await fetch(path.startsWith('http') ? path : `${publicUrl}${path}`, { method, ...rest, headers });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: text.startsWith('{') ? JSON.parse(text) : {},
    };
  };
  const root = `/${bot.number}`;

  return {
    ...chat,
    bot,
    root,
    publicUrl,
    faults,
    ask,
    /** Begins a conversation, in which the bot asks for its file. @returns The token of the visitor. */
    async begin(): Promise<string> {
      const begun = await ask('POST', `${root}/messages`, {
        body: '{}',
        headers: { prefer: 'wait=0', 'content-type': 'application/json' },
      });
      await chat.work();
      return begun.json.data.token;
    },
    upload: (token: string | undefined, body: Uint8Array<ArrayBuffer>, name = 'a.png', type = 'image/png') =>
      ask('POST', `${root}/files?name=${encodeURIComponent(name)}`, {
        ...(token !== undefined && { token }),
        body,
        headers: { 'content-type': type },
      }),
    async say(token: string, message: object): Promise<void> {
      await ask('POST', `${root}/messages`, {
        token,
        body: JSON.stringify({ message }),
        headers: { prefer: 'wait=0', 'content-type': 'application/json' },
      });
      await chat.work();
    },
  };
}

const codeOf = ({
  status,
  json,
}: {
  readonly status: number;
  readonly json: { readonly error?: { readonly code: string } };
}) => [status, json.error?.code];

describe.each(currentAdapters)('files of the web chat on %s', (adapter) => {
  it('[FS20][FS25][FS33] a file is stored while the bot waits for one, and read back as an attachment', async () => {
    const { begin, upload, ask, say, publicUrl, root, caller } = await serve({ adapter });
    const token = await begin();
    const { status, json } = await upload(token, png, 'Über mich (1).png');
    expect([status, json.data]).toEqual([
      201,
      {
        url: expect.stringMatching(`^${publicUrl}${root}/files/[\\w-]{16,}/%C3%9Cber%20mich%20\\(1\\)\\.png$`),
        type: 'image',
        name: 'Über mich (1).png',
        content_type: 'image/png',
        bytes: png.length,
      },
    ]);
    const { url } = json.data;
    const read = await fetch(url);
    expect(new Uint8Array(await read.arrayBuffer())).toEqual(png);
    expect(Object.fromEntries(read.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'content-disposition': "attachment; filename*=UTF-8''%C3%9Cber%20mich%20%281%29.png",
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    const head = await ask('HEAD', url);
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', String(png.length)]);
    await say(token, { type: 'image', url });
    const [customer] = (await caller.customers.list()).items;
    expect(customer?.fields['photo']).toEqual({ type: 'string', value: url });
    // The bot waits for a text now.
    expect(codeOf(await upload(token, png))).toEqual([409, 'file_not_expected']);
  });

  it('[FS23] a file that is too large is refused before it is read, or while it is read', async () => {
    const { begin, upload, publicUrl, root } = await serve({ adapter, params: { maxBytes: 100_000 } });
    const token = await begin();
    const refused = await upload(token, png);
    expect([codeOf(refused), refused.json.error.message]).toEqual([
      [413, 'request_too_large'],
      'The file is larger than 97 KiB.',
    ]);
    const status = await new Promise((resolve, reject) => {
      const headers = { authorization: `Token ${token}`, 'transfer-encoding': 'chunked' };
      const sending = httpRequest(`${publicUrl}${root}/files`, { method: 'POST', headers }, (response) => {
        resolve(response.statusCode);
        response.resume();
      });
      sending.on('error', reject);
      sending.end(png);
    });
    expect(status).toBe(413);
  });

  it('[FS24][FS31] an upload that breaks off stores nothing, and another one can follow', async () => {
    const files = memoryFileStore();
    const { begin, upload, publicUrl, root } = await serve({ adapter, files });
    const token = await begin();
    const headers = { authorization: `Token ${token}`, 'content-length': String(png.length) };
    const sending = httpRequest(`${publicUrl}${root}/files`, { method: 'POST', headers });
    sending.on('error', () => {});
    sending.write(png.subarray(0, 50_000));
    await expect.poll(() => codeOfUpload(upload(token, png))).toBe(429);
    sending.destroy();
    await expect.poll(() => codeOfUpload(upload(token, png)), { timeout: 5_000 }).toBe(201);
    expect((await files.listOwners(undefined, 10)).owners).toHaveLength(1);
  });
});

async function codeOfUpload(answer: Promise<{ readonly status: number }>): Promise<number> {
  return (await answer).status;
}

it('[FS21] the content says what a file is, whatever its name and its declared type', async () => {
  const { begin, upload } = await serve({ params: { accept: ['image'] } });
  const token = await begin();
  const refused = await upload(token, pdf, 'a.png', 'image/png');
  expect([codeOf(refused), refused.json.error.message]).toEqual([
    [415, 'unsupported_media_type'],
    'Files of the type application/pdf are not taken here. Taken are: image.',
  ]);
  expect((await upload(token, png, 'a.exe', 'text/html')).json.data).toMatchObject({
    type: 'image',
    name: 'a.exe.png',
  });
});

it('[FS20][FS24] who is no visitor, or sends nothing, stores nothing', async () => {
  const { begin, upload, ask, root, bot, publish } = await serve();
  expect(codeOf(await upload(undefined, png))).toEqual([401, 'not_authenticated']);
  expect(codeOf(await upload('x'.repeat(43), png))).toEqual([401, 'not_authenticated']);
  const token = await begin();
  expect(codeOf(await ask('POST', `${root}/files`, { token }))).toEqual([400, 'empty_body']);
  expect(codeOf(await ask('POST', `${root}/files?name=${'x'.repeat(256)}`, { token, body: 'x' }))).toEqual([
    400,
    'invalid_parameters',
  ]);
  const other = await publish({ family: 'native', name: 'Other', ...asking });
  expect(other.number).not.toBe(bot.number);
  expect(codeOf(await ask('POST', `/${other.number}/files`, { token, body: png }))).toEqual([401, 'not_authenticated']);
  expect(codeOf(await ask('DELETE', `${root}/files`, { token }))).toEqual([405, 'method_not_allowed']);
});

it('[FS20][FS34] a server without a store of files says so', async () => {
  const chat = await startChat();
  const bot = await chat.publish({ family: 'native', ...asking });
  expect(await chat.engine.webChat.findBot(bot.number)).toEqual({ brand: 'acme', number: bot.number, name: 'Sales' });
  const { visitor } = await chat.engine.webChat.begin(bot.number);
  await chat.work();
  const content = (async function* () {})();
  await expect(chat.engine.webChat.storeFile(visitor, { name: 'a' }, content)).rejects.toMatchObject({
    code: 'file_not_expected',
    message: 'This server stores no files.',
  });
  const { ask, root } = await serve();
  expect((await ask('GET', root)).json.data.files).toEqual({ max_bytes: 1_000_000 });
});

it('[FS25] an address is good as a whole, below its own bot', async () => {
  const { begin, upload, ask, root, publish } = await serve();
  const { url } = (await upload(await begin(), png)).json.data;
  const other = await publish({ family: 'native', name: 'Other', ...asking });
  const [id] = /[\w-]+(?=\/a\.png$)/.exec(url) ?? [''];
  expect((await ask('GET', `${root}/files/${id}/a.png`)).status).toBe(200);
  for (const path of [
    `${root}/files/${id}/b.png`,
    `${root}/files/${id}x/a.png`,
    `${root}/files/..%2F..%2Fetc/passwd`,
    `/99/files/${id}/a.png`,
    `/x/files/${id}/a.png`,
  ]) {
    expect([path, ...codeOf(await ask('GET', path))]).toEqual([path, 404, 'file_not_found']);
  }
  // A bot of the same brand: the id alone is the secret.
  expect((await ask('GET', `/${other.number}/files/${id}/a.png`)).status).toBe(200);
});

it('[FS26] the files of a customer are gone with the customer', async () => {
  const files = memoryFileStore();
  const { begin, upload, ask, caller } = await serve({ files });
  const { url } = (await upload(await begin(), png)).json.data;
  const kept = (await upload(await begin(), png)).json.data.url;
  const [customer] = (await caller.customers.list()).items;
  await caller.customers.delete(customer?.number ?? 0);
  expect([(await ask('GET', url)).status, (await ask('GET', kept)).status]).toEqual([404, 200]);
  await expect.poll(async () => (await files.listOwners(undefined, 10)).owners.length).toBe(1);
});

it('[FS27] a sweep erases the files of customers who were erased with their bot, or by another process', async () => {
  const files = memoryFileStore();
  const { begin, upload, engine, bot, caller, ask } = await serve({ files });
  const { url } = (await upload(await begin(), png)).json.data;
  await caller.bots.trash(bot.id);
  expect((await ask('GET', url)).status).toBe(200);
  await caller.bots.destroy(bot.id);
  expect((await ask('GET', url)).status).toBe(404);
  await engine.sweep();
  expect((await files.listOwners(undefined, 10)).owners).toEqual([]);
});

it('[FS30] a visitor uploads 20 files an hour, an address 100; a refused request does not count', async () => {
  const { begin, upload, say, clock } = await serve({ limits: { filesPerAddress: 22 } });
  const [token, other] = [await begin(), await begin()];
  // A visitor who has said nothing expires after an hour.
  await say(other, { type: 'text', message: 'One moment.' });
  const sendTo = async (to: string, count: number) => {
    const statuses = [];
    for (let nth = 0; nth < count; nth += 1) statuses.push((await upload(to, pdf, 'a.pdf')).status);
    return statuses;
  };
  expect(await sendTo(token, 20)).toEqual(Array.from({ length: 20 }, () => 201));
  const refused = await upload(token, pdf, 'a.pdf');
  expect([codeOf(refused), refused.headers.get('retry-after')]).toEqual([[429, 'too_many_requests'], '3600']);
  expect(await sendTo(other, 3)).toEqual([201, 201, 429]);
  await clock.advance(3_600_001);
  expect(await sendTo(other, 1)).toEqual([201]);
});

it('[FS35] reads of files have a rate of their own', async () => {
  const { begin, upload, ask } = await serve({ limits: { fileReadsPerAddress: 3 } });
  const { url } = (await upload(await begin(), png)).json.data;
  const statuses = [];
  for (let nth = 0; nth < 4; nth += 1) statuses.push((await ask('GET', url)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});

it('[FS32] an upload that stops arriving is ended, and its place is free', async () => {
  const chat = await serve();
  const token = await chat.begin();
  const headers = { authorization: `Token ${token}`, 'content-length': String(png.length) };
  const answered = new Promise<number | undefined>((resolve) => {
    const sending = httpRequest(`${chat.publicUrl}${chat.root}/files`, { method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sending.on('error', () => resolve(undefined));
    sending.write(png.subarray(0, 10_000));
  });
  await expect.poll(() => codeOfUpload(chat.upload(token, png))).toBe(429);
  await chat.clock.advance(30_001);
  expect(await answered).toBe(400);
  expect((await chat.upload(token, png)).status).toBe(201);
});

it('[FS11] a store that fails is a fault for the host, and the visitor may try again', async () => {
  const files: FileStore = { ...memoryFileStore({ maxBytes: 1_000 }) };
  const { begin, upload, faults } = await serve({ files });
  const token = await begin();
  expect(codeOf(await upload(token, png))).toEqual([502, 'dependency_failed']);
  expect(faults.map(String)).toEqual([expect.stringContaining('Something this operation depends on failed')]);
  expect((await upload(token, pdf, 'a.pdf')).status).toBe(201);
});
