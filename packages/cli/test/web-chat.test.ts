import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ReadyLine } from './support/serve-process.ts';
import { createTestFolder } from './support/test-folder.ts';

interface Said {
  readonly data: {
    readonly token: string;
    readonly after: number;
    readonly messages: readonly { readonly data: { readonly body: string } }[];
  };
}

const operationsAt = ({ bots_url }: ReadyLine) => new URL('/chat/api/1', bots_url).href;

async function say(root: string, body: object, token?: string): Promise<Said> {
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Token ${token}` }),
  };
  const response = await fetch(`${root}/messages`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as Said;
}

it('[SV71][SV72] a stop ends the streams of visitors, who continue at their position after the next start', async () => {
  const { run, stop, data } = createTestFolder();
  const start = async () => {
    const server = run('serve', '--json', '--port', '0', '--chat-port', '0', '--data', data);
    return { server, root: operationsAt(await server.ready()) };
  };
  const first = await start();
  const page = await fetch(first.root.replace('/api', ''));
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const { token, after } = (await say(first.root, {})).data;

  const stream = await fetch(`${first.root}/events`, { headers: { authorization: `Token ${token}` } });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const readUntil = async (pattern: RegExp) => {
    while (!pattern.test(text)) text += (await reader?.read())?.value ?? '';
  };
  await readUntil(/event: status/);
  expect(text).toContain('event: message\ndata: {');
  const stopped = stop(first.server);
  // A truncated stream would throw.
  for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) text += piece.value;
  expect(await stopped).toBe(0);

  const second = await start();
  const { messages } = (await say(second.root, { message: { type: 'text', message: 'Opening hours' } }, token)).data;
  expect(messages[0]?.data.body).toBe('Opening hours');
  const headers = { authorization: `Token ${token}`, 'last-event-id': String(after) };
  const again = await fetch(`${second.root}/events`, { headers });
  const rest = again.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  while (!heard.includes('event: status')) heard += (await rest?.read())?.value ?? '';
  await rest?.cancel();
  expect(/id: (\d+)/.exec(heard)?.[1]).toBe(String(after + 1));
  expect(heard).toContain('Opening hours');
});

it('[CF28][WC13] behind a trusted proxy, limits by address apply to each visitor', async () => {
  const { run, data, writeConfig } = createTestFolder();
  const start = async (name: string, config: object) => {
    const flags = ['--port', '0', '--chat-port', '0', '--data', `${data}-${name}`, '--config', writeConfig(config)];
    return operationsAt(await run('serve', '--json', ...flags).ready());
  };
  const begin = async (root: string, address: string) => {
    const headers = { 'content-type': 'application/json', prefer: 'wait=0', 'x-forwarded-for': `spoofed, ${address}` };
    for (;;) {
      const { status, headers: answered } = await fetch(`${root}/messages`, { method: 'POST', headers, body: '{}' });
      // A fast machine reaches the limit of a second first.
      if (status !== 429 || Number(answered.get('retry-after')) > 60) return status;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const beginAll = async (root: string, addresses: readonly string[]) => {
    const statuses = [];
    for (const address of addresses) statuses.push(await begin(root, address));
    return statuses;
  };
  const own = Array.from({ length: 21 }, () => '203.0.113.7');
  const trusting = await start('trusting', { trusted_proxies: 1 });
  expect((await beginAll(trusting, own)).filter((status) => status !== 201)).toEqual([429]);
  expect(await begin(trusting, '203.0.113.8')).toBe(201);
  const others = own.map((_, at) => `203.0.113.${at}`);
  expect((await beginAll(await start('plain', {}), others)).at(-1)).toBe(429);
});

it('[CF29] the config sets the limits of visitors', async () => {
  const { run, data, writeConfig } = createTestFolder();
  const limits = { beginnings: 3, requests_per_address: 1_000, max_visitors: 2, max_visitor_messages: 2 };
  const flags = [
    '--port',
    '0',
    '--chat-port',
    '0',
    '--data',
    data,
    '--config',
    writeConfig({ visitor_limits: limits }),
  ];
  const root = operationsAt(await run('serve', '--json', ...flags).ready());
  const ask = async (body: object, token?: string) => {
    const headers = {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Token ${token}` }),
    };
    const response = await fetch(`${root}/messages`, { method: 'POST', headers, body: JSON.stringify(body) });
    const { data: said, error } = (await response.json()) as Partial<Said> & { readonly error?: { code: string } };
    return { said, seen: [response.status, error?.code, Number(response.headers.get('retry-after') ?? 0) > 60] };
  };
  const message = { type: 'text', message: 'Opening hours' };
  const first = await ask({});
  const second = await ask({});
  const begun = [first, second, await ask({}), await ask({})];
  expect(begun.map(({ seen }) => seen)).toEqual([
    [201, undefined, false],
    [201, undefined, false],
    [201, undefined, false],
    [429, 'too_many_requests', true],
  ]);
  // The longest silent one was closed when the third began.
  expect((await ask({ message }, first.said?.token)).seen).toEqual([401, 'not_authenticated', false]);
  await ask({ message }, second.said?.token);
  expect((await ask({ message }, second.said?.token)).seen).toEqual([422, 'conversation_too_long', false]);
});

it('[FS43] files that visitors upload are in the data folder, also after a restart', async () => {
  const { run, stop, data } = createTestFolder();
  const start = async () => {
    const server = run('serve', '--json', '--port', '0', '--chat-port', '0', '--data', data);
    return { server, ready: await server.ready() };
  };
  const { server, ready } = await start();
  const authorization = `Token ${ready.tokens?.agent ?? ''}`;
  const call = async (path: string, body: object) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(`${ready.bots_url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return ((await response.json()) as { readonly data: { readonly id: string; readonly number: number } }).data;
  };
  const bot = await call('/bots', { name: 'CVs', channel_family: 'native' });
  await call(`/bots/${bot.id}/draft/blocks`, {
    blocks: [
      { id: 'welcome', type: 'opening' },
      { id: 'cv', type: 'ask_file', params: { text: 'Your CV?' } },
    ],
    connections: [{ sourcePath: 'welcome', targetPath: 'cv', type: '$success' }],
  });
  await call(`/bots/${bot.id}/versions`, {});
  const root = new URL(`/chat/api/${bot.number}`, ready.bots_url).href;
  const { token } = (await say(root, {})).data;
  const uploaded = await fetch(`${root}/files?name=cv.pdf`, {
    method: 'POST',
    headers: { authorization: `Token ${token}` },
    body: '%PDF-1.7',
  });
  const { url } = ((await uploaded.json()) as { readonly data: { readonly url: string } }).data;
  expect(await stop(server)).toBe(0);
  expect(existsSync(join(data, 'files', 'content'))).toBe(true);

  const again = await start();
  const read = await fetch(new URL(new URL(url).pathname, again.ready.bots_url));
  expect([read.headers.get('content-type'), await read.text()]).toEqual(['application/pdf', '%PDF-1.7']);
});
