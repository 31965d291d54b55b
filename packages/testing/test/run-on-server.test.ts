import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runScenarioFilesOnServer } from '../src/scenario-files/index.ts';

interface Asked {
  readonly path: string;
  readonly token: string | undefined;
  readonly body: {
    readonly node?: string;
    readonly message?: { readonly message?: string; readonly payload?: string };
  };
}

type Respond = (
  asked: Asked,
  nth: number,
) => { readonly status?: number; readonly headers?: object; readonly json: unknown };

/** A web chat with these responses. */
async function serverThat(respond: Respond): Promise<{ readonly url: string; readonly asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    const one = {
      path: request.url ?? '',
      token: request.headers.authorization,
      body: body === '' ? {} : JSON.parse(body),
    };
    asked.push(one);
    const { status = 200, headers = {}, json } = respond(one, asked.length);
    response.writeHead(status, headers as never).end(typeof json === 'string' ? json : JSON.stringify(json));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

function run(
  server: string,
  scenarios: readonly object[],
  more: { readonly retries?: number; readonly bail?: boolean } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-server-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'a.scenarios.json'), JSON.stringify({ bot: 'gone.json', scenarios }));
  return runScenarioFilesOnServer({ paths: ['.'], workingFolder: folder, server, bot: 7, ...more });
}

const bot = { type: 'bot', name: 'Bot' };
const said = (messages: readonly object[], more: object = {}) => ({
  json: {
    data: { messages: messages.map((each) => ({ sender: bot, ...each })), status: 'waiting', after: 3, ...more },
  },
});
const text = (body: string) => ({ type: 'text', data: { body } });
const question = { type: 'dialog', data: { body: 'Shall I?', buttons: ['Yes', 'No'], payloads: ['$yes', '$no'] } };

it('[SF20][SF22] talks to a bot as a visitor, and leaves Fields and blocks unchecked', async () => {
  const { url, asked } = await serverThat(({ body }) =>
    body.message === undefined
      ? { status: 201, ...said([text('Hello'), question], { token: 'visitor-1' }) }
      : said([{ sender: { type: 'customer', name: '' }, ...text('x') }, text('Bye')], { status: 'ended' }),
  );
  const steps = [{ bot: ['Hello', { contains: 'Shall', buttons: ['Yes', 'No'] }] }, { press: 'No' }, { bot: 'Bye' }];
  const report = await run(`${url}/`, [
    { name: 'Bye', start: 'ask', steps: [...steps, { at: 'bye' }, { fields: { a: 1 } }, { ends_at: 'bye' }] },
    { name: 'Wrong', steps: [{ visitor: 'x' }, { bot: 'Hi' }] },
  ]);
  expect(report).toMatchObject({ passed: 1, failed: 1, skipped: 0, notRun: 0, unreadable: 0 });
  expect(report.files[0]?.results).toMatchObject([
    { ok: true, unchecked: 3 },
    { ok: false, failure: { message: 'The bot said something else.', diff: ['- Hi', '+ Bye'], place: { line: 1 } } },
  ]);
  expect(asked.slice(0, 2)).toEqual([
    { path: '/chat/api/7/messages', token: undefined, body: { node: 'ask' } },
    {
      path: '/chat/api/7/messages',
      token: 'Token visitor-1',
      body: { message: { type: 'text', message: 'No', payload: '$no' } },
    },
  ]);
});

it('[SF21] skips scenarios that a visitor cannot play, with the reason', async () => {
  const steps = [{ visitor: 'x' }];
  const report = await run('http://127.0.0.1:9', [
    { name: 'a', fields: { tier: 'gold' }, steps },
    { name: 'b', effects: { webhook: { answer: 1 } }, steps },
    { name: 'c', steps: [{ effect: 'webhook', answer: { status: 200 } }] },
    { name: 'd', steps: [{ pass: { hours: 1 } }] },
    { name: 'e', steps: [{ bot: [{ error: 'jump_failed' }] }] },
  ]);
  expect(report.files[0]?.skipped.map(({ reason }) => reason)).toEqual([
    'It gives the bot "fields", and a visitor of a server cannot.',
    'It gives the bot "effects", and a visitor of a server cannot.',
    'It answers effects, and a server carries them out itself.',
    'It waits for more than 60 seconds, in which a server waits, too.',
    'It expects the code of an error, which a server does not show to visitors.',
  ]);
});

it.for<readonly [string, Respond, string]>([
  [
    'no such bot',
    () => ({ status: 404, json: { code: 'bot_not_found' } }),
    'has no such bot that is open to visitors.',
  ],
  ['a page', () => ({ json: '<!doctype html>' }), 'does not answer as a web chat (200).'],
  [
    'a redirection',
    () => ({ status: 302, headers: { location: 'http://127.0.0.1:9/' }, json: {} }),
    'does not answer as a web chat (302).',
  ],
  ['a token with a line end', () => said([], { token: 'a\nb' }), 'does not answer as a web chat (200).'],
  [
    'an hour to wait',
    () => ({ status: 429, headers: { 'retry-after': '3600' }, json: {} }),
    'allows no more conversations from this address now.',
  ],
  ['endless text', () => ({ json: 'x'.repeat(2_000_000) }), 'The server answers with more than a web chat does.'],
])('[SF23] %s fails the scenario with one sentence', async ([, respond, problem]) => {
  const { url } = await serverThat(respond);
  const { files } = await run(url, [{ name: 'a', steps: [{ visitor: 'x' }] }]);
  expect(files[0]?.results[0]?.failure?.message).toContain(problem);
});

it('[SF23] a server that cannot be reached', async () => {
  const { files } = await run('http://127.0.0.1:9', [{ name: 'a', steps: [] }]);
  expect(files[0]?.results[0]?.failure?.message).toBe('http://127.0.0.1:9 cannot be reached.');
});

it('[SF24] repeats a failed scenario, and says so', async () => {
  const { url } = await serverThat((_asked, nth) => ({
    status: 201,
    ...said([text(nth < 3 ? 'Soon' : 'Hello')], { token: 't' }),
  }));
  const report = await run(
    url,
    [
      { name: 'a', steps: [{ bot: 'Hello' }] },
      { name: 'b', steps: [{ bot: 'Never' }] },
    ],
    {
      retries: 2,
    },
  );
  expect(report.files[0]?.results).toMatchObject([
    { ok: true, attempts: 3 },
    { ok: false, attempts: 3 },
  ]);
});
