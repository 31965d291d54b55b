import { createEngine, type Engine, permissions } from '@botwright/core';
import type { JsonObject } from '@botwright/core/conversation';
import type { ChannelCaller } from '@botwright/core/front';
import { memoryStorage } from '@botwright/core/memory';
import { type Telegram, type TelegramOptions, telegram } from '@botwright/messenger-telegram';
import { transportContract } from '@botwright/testing/contracts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type FakeBotApi, fakeBotApi, wordsOf } from './fake-bot-api.ts';

const token = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const secretToken = 'a-secret-of-the-webhook';

describe('[TP11][TP12][TP13][TP14][TP15][TP16][TP17] the transport', () => {
  const tests = transportContract({
    secrets: [token],
    async open() {
      const api = await fakeBotApi(token);
      return {
        transport: telegram({ token, apiUrl: api.url }).transport,
        token: '42',
        shown: () => api.shown.map(wordsOf),
        setMood: (mood) => {
          api.mood = mood;
        },
        close: api.close,
      };
    },
  });
  for (const { title, run } of tests) it(title, run);
});

interface Setup {
  readonly api: FakeBotApi;
  readonly engine: Engine;
  readonly messenger: Telegram;
  readonly channel: ChannelCaller;
  /** What customers said, as `type: words (payload)`, oldest first. */
  heard(): Promise<readonly string[]>;
}

async function setUp(options: Partial<TelegramOptions> = {}): Promise<Setup> {
  const api = await fakeBotApi(token);
  const messenger = telegram({ token, apiUrl: api.url, ...options });
  const engine = createEngine({ storage: memoryStorage(), transports: { telegram: messenger.transport } });
  const caller = engine.as({ brand: 'acme', person: 7, workspaces: [1], permissions });
  await engine.configure([{ name: 'acme', plan: 'professional', workspaces: [1], tokens: [] }]);
  const { channel } = await caller.channels.create({ type: 'telegram', name: 'Telegram' });
  onTestFinished(async () => {
    await api.close();
    await engine.close();
  });
  return {
    api,
    engine,
    messenger,
    channel: { brand: 'acme', channelNumber: channel.number },
    async heard() {
      const { items } = await caller.customers.list();
      const messages = await Promise.all(items.map(({ number }) => caller.conversations.messages(number)));
      return messages.flat().map(({ type, data, sender }) => {
        const words = 'body' in data ? data.body : 'url' in data ? data.url : Object.values(data).join(' ');
        const payload = 'payload' in data ? ` (${data.payload})` : '';
        return `${sender.name} ${type}: ${words}${payload}`;
      });
    },
  };
}

const chat = { id: 42, type: 'private', first_name: 'Ann' };
const from = { id: 42, is_bot: false, first_name: 'Ann', last_name: 'Lee' };

function request(update: JsonObject | string, headers: Record<string, string> = {}): Request {
  return new Request('https://bots.example.com/telegram', {
    method: 'POST',
    headers: { 'x-telegram-bot-api-secret-token': secretToken, ...headers },
    body: typeof update === 'string' ? update : JSON.stringify(update),
  });
}

async function deliver(message: JsonObject, options: { readonly attempt?: number; readonly api?: FakeBotApi } = {}) {
  const api = options.api ?? (await fakeBotApi(token));
  if (options.api === undefined) onTestFinished(api.close);
  const { transport } = telegram({ token, apiUrl: api.url });
  const place = { uuid: '0199f3a1-7b6e-7d51-a1a0-000000000001', seq: 2, at: 2 };
  const send = (attempt: number) =>
    transport.deliver({
      brand: 'acme',
      attempt,
      signal: new AbortController().signal,
      message: { ...message, ...place, sender: { id: 1, name: 'Bot', type: 'bot' } } as never,
      customer: { number: 1, token: '42', name: '', phone: '', email: '', fields: {} },
      channel: { number: 1, name: 'Telegram' },
    });
  return { api, send };
}

const dialog = (body: string, buttons: readonly string[], payloads: readonly string[]): JsonObject => ({
  type: 'dialog',
  data: { body, buttons, payloads },
});
const sendText = (text: string, ...rows: readonly (readonly [text: string, data: string])[]) => ({
  method: 'sendMessage',
  params: {
    chat_id: '42',
    text,
    ...(rows.length > 0 && {
      reply_markup: { inline_keyboard: rows.map(([label, data]) => [{ text: label, callback_data: data }]) },
    }),
  },
});
const image = 'https://files.example.com/a.png';
const x = (count: number) => 'x'.repeat(count);

it.for<[name: string, message: JsonObject, shown: readonly object[]]>([
  ['a text', { type: 'text', data: { body: 'Hi' } }, [sendText('Hi')]],
  ['an empty text', { type: 'text', data: { body: ' ' } }, [sendText('…')]],
  [
    'a long text, cut at words',
    { type: 'text', data: { body: `${x(4_000)} ${x(200)}` } },
    [sendText(x(4_000)), sendText(x(200))],
  ],
  [
    'a long text of one word, with no half character',
    { type: 'text', data: { body: `${x(4_095)}😀` } },
    [sendText(x(4_095)), sendText('😀')],
  ],
  ['buttons', dialog('Tea?', ['Yes', 'No'], ['$yes', '$no']), [sendText('Tea?', ['Yes', 'p$yes'], ['No', 'p$no'])]],
  [
    'a long label, and a long payload',
    dialog('?', [x(65), 'Long'], ['$a', x(64)]),
    [sendText('?', [`${x(63)}…`, 'p$a'], ['Long', 't1'])],
  ],
  ['both long', dialog('?', ['Yes', x(65)], ['$yes', x(64)]), [sendText(`?\n• ${x(65)}`, ['Yes', 'p$yes'])]],
  [
    'a location',
    { type: 'location', data: { latitude: 1, longitude: 2 } },
    [{ method: 'sendLocation', params: { chat_id: '42', latitude: 1, longitude: 2 } }],
  ],
  [
    'an image',
    { type: 'image', data: { url: image, caption: 'A' } },
    [{ method: 'sendPhoto', params: { chat_id: '42', photo: image, caption: 'A' } }],
  ],
  [
    'a long caption',
    { type: 'document', data: { url: image, caption: x(1_025) } },
    [{ method: 'sendDocument', params: { chat_id: '42', document: image } }, sendText(x(1_025))],
  ],
  [
    'media that Telegram cannot load',
    { type: 'video', data: { url: 'https://files.example.com/missing.mp4', caption: 'A' } },
    [sendText('A\nhttps://files.example.com/missing.mp4')],
  ],
  [
    'media with buttons',
    { type: 'media_dialog', data: { url: image, media_type: 'image', buttons: ['Yes'], payloads: ['$yes'] } },
    [
      {
        method: 'sendPhoto',
        params: {
          chat_id: '42',
          photo: image,
          reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data: 'p$yes' }]] },
        },
      },
    ],
  ],
])('[TG1][TG2][TG3][TG4][TG14] shows %s', async ([, message, shown]) => {
  const { api, send } = await deliver(message);
  expect(await send(1)).toEqual({ kind: 'delivered' });
  expect(api.shown).toEqual(shown);
});

it('[TG3] shows 100 buttons, and lists the others', async () => {
  const labels = Array.from({ length: 102 }, (_, index) => `Button ${index}`);
  const { api, send } = await deliver(dialog('?', labels, labels));
  await send(1);
  expect(api.shown).toHaveLength(1);
  const { text, reply_markup: markup } = api.shown[0]?.params ?? {};
  expect(text).toBe('?\n• Button 100\n• Button 101');
  expect((markup as { inline_keyboard: object[] }).inline_keyboard).toHaveLength(100);
});

it.for([
  [429, { ok: false, description: 'Slow down', parameters: { retry_after: 7 } }, { kind: 'later', afterMs: 7_000 }],
  [502, {}, { kind: 'later' }],
  [200, {}, { kind: 'later' }],
  [403, { ok: false, description: 'Forbidden: blocked' }, { kind: 'refused', reason: '403 Forbidden: blocked' }],
  [400, { ok: false, description: `No /bot${token}` }, { kind: 'refused', reason: '400 No /bot…' }],
] as const)('[TG5] the answer %i %o', async ([status, answer, result]) => {
  const { api, send } = await deliver({ type: 'text', data: { body: 'Hi' } });
  api.answerOnce('sendMessage', status, answer);
  expect(await send(1)).toEqual(result);
});

it('[TG13] a further attempt continues after the parts that were sent, and a replay begins anew', async () => {
  const { api, send } = await deliver({ type: 'document', data: { url: image, caption: x(1_025) } });
  api.answerOnce('sendMessage', 500, {});
  expect(await send(1)).toEqual({ kind: 'later' });
  expect(await send(2)).toEqual({ kind: 'delivered' });
  expect(api.shown.map(({ method }) => method)).toEqual(['sendDocument', 'sendMessage']);
  await send(1);
  expect(api.shown.map(({ method }) => method).slice(2)).toEqual(['sendDocument', 'sendMessage']);
});

const markup = {
  inline_keyboard: [[{ text: 'Yes', callback_data: 'p$yes' }], [{ text: 'Long', callback_data: 't1' }]],
};
const press = (data: string, more: JsonObject = { reply_markup: markup }): JsonObject => ({
  update_id: 5,
  callback_query: { id: 'q1', from, data, message: { chat, ...more } },
});
const message = (members: JsonObject): JsonObject => ({
  update_id: 5,
  message: { message_id: 1, chat, from, ...members },
});

it.for<[update: JsonObject, heard: readonly string[]]>([
  [message({ text: 'Hi' }), ['Ann Lee text: Hi']],
  [message({ location: { latitude: 1.5, longitude: 2 } }), ['Ann Lee location: 1.5 2']],
  [
    message({ photo: [{ file_id: 'small' }, { file_id: 'large' }], caption: 'A' }),
    ['Ann Lee image: https://f.example/large'],
  ],
  [message({ voice: { file_id: 'said' } }), ['Ann Lee audio: https://f.example/said']],
  [message({ animation: { file_id: 'gif' }, document: { file_id: 'gif' } }), ['Ann Lee video: https://f.example/gif']],
  [message({ document: { file_id: 'doc' } }), ['Ann Lee document: https://f.example/doc']],
  [message({ sticker: { emoji: '👍' } }), ['Ann Lee text: 👍']],
  [press('p$yes'), ['Ann Lee text: Yes ($yes)']],
  [press('p$yes', {}), ['Ann Lee text: $yes ($yes)']],
  [press('t1'), ['Ann Lee text: Long']],
  [press('t1', {}), []],
  [message({ chat: { id: -100, type: 'group' }, text: 'Hi' }), []],
  [message({ dice: { value: 6 } }), []],
  [{ update_id: 5, edited_message: { chat, from, text: 'Hi' } }, []],
  [{ update_id: 'x' }, []],
  [{}, []],
])('[TG6][TG7][TG8] the update %j', async ([update, heard]) => {
  const setup = await setUp({ fileUrl: (_, fileId) => `https://f.example/${fileId}` });
  const webhook = setup.messenger.webhook(setup.engine, setup.channel, { secretToken });
  for (let times = 0; times < 2; times += 1) expect((await webhook(request(update))).status).toBe(200);
  expect(await setup.heard()).toEqual(heard);
});

it('[TG7] a press is acknowledged', async () => {
  const { messenger, engine, channel, api } = await setUp();
  await messenger.webhook(engine, channel, { secretToken })(request(press('p$yes')));
  await expect.poll(() => api.acknowledged).toEqual(['q1']);
});

it('[TG8] without an address for files, media come as text', async () => {
  const { messenger, engine, channel, heard } = await setUp();
  const webhook = messenger.webhook(engine, channel, { secretToken });
  await webhook(request({ ...message({ photo: [{ file_id: 'a' }] }), update_id: 1 }));
  await webhook(request({ ...message({ photo: [{ file_id: 'a' }], caption: 'My cat' }), update_id: 2 }));
  expect(await heard()).toEqual(['Ann Lee text: [image]', 'Ann Lee text: My cat']);
});

it('[TG8] serves a file of a customer', async () => {
  const { messenger, channel } = await setUp();
  const found = await messenger.file(channel, 'a-photo');
  expect([found.status, found.headers.get('content-type'), await found.text()]).toEqual([200, 'image/jpeg', 'pixels']);
  for (const id of ['another', '../x', '']) expect((await messenger.file(channel, id)).status).toBe(404);
});

it.for([
  [
    'another secret',
    request(message({ text: 'Hi' }), { 'x-telegram-bot-api-secret-token': 'a-secret-of-the-webhooK' }),
    401,
  ],
  ['no secret', new Request('https://bots.example.com/', { method: 'POST', body: '{}' }), 401],
  ['a GET', new Request('https://bots.example.com/'), 405],
  ['no JSON', request('{'), 400],
  ['null', request('null'), 200],
  ['2 MiB', request(`"${x(2 * 1024 * 1024)}"`), 413],
] as const)('[TG9][TG10] the webhook answers %s', async ([, given, status]) => {
  const { messenger, engine, channel, heard } = await setUp();
  expect((await messenger.webhook(engine, channel, { secretToken })(given)).status).toBe(status);
  expect(await heard()).toEqual([]);
});

it('[TG9] a short secret is refused', async () => {
  const { messenger, engine, channel } = await setUp();
  expect(() => messenger.webhook(engine, channel, { secretToken: 'short' })).toThrow(TypeError);
});

it('[TG10][TG12] an update that cannot be stored now is answered 500, one that never can 200', async () => {
  const { messenger, engine, channel } = await setUp();
  const faults: unknown[] = [];
  const onFault = (error: unknown) => void faults.push(error);
  const webhook = messenger.webhook(engine, { ...channel, channelNumber: 999 }, { secretToken, onFault });
  expect((await webhook(request(message({ text: 'Hi' })))).status).toBe(500);
  const other = messenger.webhook(engine, channel, { secretToken, onFault });
  expect((await other(request(message({ text: 'x'.repeat(10_001) })))).status).toBe(200);
  expect(faults).toMatchObject([{ code: 'channel_not_found' }, { code: 'invalid_parameters' }]);
});

it('[TG6][TG11] polling stores each update once, also after a restart, and ends with its signal', async () => {
  const { messenger, engine, channel, api, heard } = await setUp();
  const poll = async (until: () => boolean | Promise<boolean>) => {
    const ended = new AbortController();
    const polling = messenger.poll(engine, channel, { signal: ended.signal });
    await expect.poll(until).toBe(true);
    ended.abort();
    await polling;
  };
  api.push({ message: { chat, from, text: 'one' } });
  api.push({ message: { chat, from, text: 'two' } });
  await poll(async () => (await heard()).length === 2);
  api.push({ message: { chat, from, text: 'three' } });
  await poll(async () => (await heard()).length === 3 && api.pending() === 0);
  expect(await heard()).toEqual(['Ann Lee text: one', 'Ann Lee text: two', 'Ann Lee text: three']);
});

it('[TG11] polling reports a failure and asks again', async () => {
  const faults: string[] = [];
  const sleeps: number[] = [];
  const timer = { sleep: async (ms: number) => void sleeps.push(ms) };
  const { messenger, engine, channel, api, heard } = await setUp({ timer });
  api.answerOnce('getUpdates', 429, { ok: false, description: 'Slow down', parameters: { retry_after: 3 } });
  api.answerOnce('getUpdates', 502, {});
  api.push({ message: { chat, from, text: 'one' } });
  const ended = new AbortController();
  const onFault = (error: unknown) => void faults.push(String(error));
  const polling = messenger.poll(engine, channel, { signal: ended.signal, onFault });
  await expect.poll(heard).toEqual(['Ann Lee text: one']);
  ended.abort();
  await polling;
  expect([faults, sleeps]).toEqual([
    ['Error: Telegram gives no updates: 429 Slow down', 'Error: Telegram gives no updates: 502 There was no result.'],
    [3_000, 5_000],
  ]);
});

it('[TG1] each channel can have a bot of its own', async () => {
  const { api, send } = await deliver({ type: 'text', data: { body: 'Hi' } });
  await send(1);
  const places: ChannelCaller[] = [];
  const tokenOf = (place: ChannelCaller) => {
    places.push(place);
    return token;
  };
  const { messenger, channel } = await setUp({ apiUrl: api.url, token: tokenOf });
  expect((await messenger.file(channel, 'a-photo')).status).toBe(200);
  expect(places).toEqual([channel]);
});
