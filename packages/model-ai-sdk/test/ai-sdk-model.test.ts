import type { ServerResponse } from 'node:http';
import type { LanguageModelRequest, ModelFill } from '@botwright/core/ports';
import { undiciRequester } from '@botwright/sender-undici';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { aiSdkModel } from '../src/index.ts';
import { sendEvents, startFakeModel, text } from './fake-model-server.ts';

const apiKey = 'sk-tiger-secret';
const request: LanguageModelRequest = {
  messages: [
    { role: 'system', text: 'Be kind.' },
    { role: 'user', text: 'Hello' },
    { role: 'assistant', text: 'Hi' },
    { role: 'user', text: 'Where are you?' },
  ],
  fills: [],
  tools: [],
  maxTokens: 99,
};
const city: ModelFill = { name: 'city', type: 'string', description: 'The city', required: true };
const day: ModelFill = { name: 'day', type: 'date', description: 'The day', required: false };

async function ask(
  answer: (response: ServerResponse) => unknown,
  changes: Partial<LanguageModelRequest> = {},
  signal = new AbortController().signal,
) {
  const server = await startFakeModel(answer);
  const requester = undiciRequester({ allowPrivateTargets: true });
  onTestFinished(() => requester.close());
  const model = aiSdkModel({ baseURL: server.baseURL, apiKey, model: 'small', fetch: requester.fetch });
  const parts: string[] = [];
  const options = { signal, idempotencyKey: 'c/1/1', onText: (part: string) => parts.push(part) };
  const result = await model.complete({ ...request, ...changes }, options).catch((error: unknown) => error);
  return { ...server, parts, result };
}

const printed = (['error', 'warn', 'log'] as const).map((name) => vi.spyOn(console, name).mockReturnValue());
afterEach(() => {
  for (const spy of printed) expect(spy).not.toHaveBeenCalled();
});

it('[AS1][AS2] a text comes in parts, then whole with its tokens', async () => {
  const { result, parts, requests } = await ask(sendEvents(text('I am ', 'in Graz 🙂.')), { temperature: 0.5 });
  expect(result).toEqual({ text: 'I am in Graz 🙂.', usage: { in: 11, out: 7 } });
  expect(parts).toEqual(['I am ', 'in Graz 🙂.']);
  expect(requests).toMatchObject([
    {
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${apiKey}`, 'idempotency-key': 'c/1/1' },
      body: {
        model: 'small',
        stream: true,
        stream_options: { include_usage: true },
        max_tokens: 99,
        temperature: 0.5,
        messages: request.messages.map(({ role, text: content }) => ({ role, content })),
      },
    },
  ]);
  expect(requests[0]?.body).not.toHaveProperty('tools');
});

it('[AS1] a text that the limit of tokens ends is an answer, and a missing temperature is not sent', async () => {
  const { result, requests } = await ask(sendEvents(text('I am'), { finish_reason: 'length' }));
  expect(result).toMatchObject({ text: 'I am' });
  expect(requests[0]?.body).not.toHaveProperty('temperature');
});

it('[AS3] structured values are asked for by a schema, and the text before them comes in parts', async () => {
  const said = `In "Graz" 🙂\n${'and more '.repeat(30)}`;
  const json = JSON.stringify({ text: said, fields: { city: 'Graz', day: null, extra: 1 } });
  const { result, parts, requests } = await ask(sendEvents(text(...json)), { fills: [city, day] });
  expect(result).toEqual({ text: said, fields: { city: 'Graz' }, usage: { in: 11, out: 7 } });
  expect(parts.join('')).toBe(said);
  expect(parts.length).toBeGreaterThan(10);
  expect(requests[0]?.body.response_format).toEqual({
    type: 'json_schema',
    json_schema: {
      name: 'response',
      strict: true,
      schema: {
        type: 'object',
        additionalProperties: false,
        required: ['text', 'fields'],
        properties: {
          text: { type: ['string', 'null'], description: 'The words of the answer, if it needs any.' },
          fields: {
            type: 'object',
            additionalProperties: false,
            required: ['city', 'day'],
            properties: {
              city: { type: 'string', description: 'The city' },
              day: { type: ['string', 'null'], description: 'The day (YYYY-MM-DD)' },
            },
          },
        },
      },
    },
  });
});

it('[AS3] values alone need no text, and a list of texts is the only choice of a value', async () => {
  const fills: ModelFill[] = [
    { name: 'route', type: 'string', description: 'd', required: false, oneOf: ['a', 'b'] },
    { name: 'tags', type: 'list', description: 'd', required: true },
  ];
  const json = JSON.stringify({ text: null, fields: { route: 'a', tags: ['x'] } });
  const { result, parts, requests } = await ask(sendEvents(text(json)), { fills });
  expect(result).toEqual({ fields: { route: 'a', tags: ['x'] }, usage: { in: 11, out: 7 } });
  expect(parts).toEqual([]);
  expect(requests[0]?.body).toHaveProperty('response_format.json_schema.schema.properties.fields.properties', {
    route: { type: ['string', 'null'], description: 'd', enum: ['a', 'b', null] },
    tags: { type: 'array', items: { type: 'string' }, description: 'd' },
  });
});

const tools = [{ name: 'book', description: 'Books a room', fills: [city, day] }];
const call = (name: string, args: string, index = 0): object => ({
  tool_calls: [{ index, id: `c${index}`, type: 'function', function: { name, arguments: args } }],
});

it('[AS4] a call of a tool is the answer, with its first call and the text before it', async () => {
  const deltas = [
    ...text('One moment.'),
    call('book', '{"city":"Gr'),
    { tool_calls: [{ index: 0, function: { arguments: 'az","day":null}' } }] },
    call('book', '{"city":"Wien"}', 1),
  ];
  const { result, requests } = await ask(sendEvents(deltas, { finish_reason: 'tool_calls' }), { tools, fills: [city] });
  expect(result).toEqual({ tool: { name: 'book', fields: { city: 'Graz' } }, usage: { in: 11, out: 7 } });
  expect(requests).toHaveLength(1);
  expect(requests[0]?.body.tools).toMatchObject([{ type: 'function', function: { name: 'book' } }]);
});

it('[AS4] names of tools that servers refuse are sent otherwise', async () => {
  const named = ['Ein Zimmer', 'book', 'book', 'tool_1'].map((name) => ({ name, description: 'd', fills: [] }));
  const { result, requests } = await ask(sendEvents([call('tool_1', '{}')]), { tools: named });
  expect(result).toMatchObject({ tool: { name: 'Ein Zimmer', fields: {} } });
  expect(requests[0]?.body.tools).toMatchObject(
    [
      ['tool_1', 'Ein Zimmer: d'],
      ['book', 'd'],
      ['tool_3', 'book: d'],
      ['tool_4', 'tool_1: d'],
    ].map(([name, description]) => ({ function: { name, description } })),
  );
});

it('[AS4] without structured values the text before a call stays', async () => {
  const { result } = await ask(sendEvents([...text('Hm.'), call('book', '{}')]), { tools });
  expect(result).toMatchObject({ text: 'Hm.', tool: { name: 'book', fields: {} } });
});

const invalid = 'The model cannot be reached, or its answer is not valid.';

it.for<readonly [string, (response: ServerResponse) => unknown, Partial<LanguageModelRequest>, string]>([
  ['calls an unknown tool', sendEvents([call('rob', '{}')]), { tools }, 'The model called an unknown tool.'],
  [
    'calls a tool with half an object',
    sendEvents([call('book', '{"a":')]),
    { tools },
    'The model called an unknown tool.',
  ],
  [
    'calls a tool with a list',
    sendEvents([call('book', '[1]')]),
    { tools },
    'The arguments of the call are not an object.',
  ],
  ['answers text for values', sendEvents(text('Graz')), { fills: [city] }, 'The answer lacks the structured values.'],
  [
    'answers half of the values',
    sendEvents(text('{"fields":{"ci')),
    { fills: [city] },
    'The answer lacks the structured values.',
  ],
  ['refuses', sendEvents([], { finish_reason: 'content_filter' }), {}, 'The model refused to answer.'],
  ['ends without a reason', sendEvents(text('I am'), null), {}, invalid],
  ['sends an error', (response) => response.end(`data: {"error":{"message":"${apiKey}"}}\n\n`), {}, invalid],
  ['sends no JSON', (response) => response.end(`data: ${apiKey}\n\n`), {}, invalid],
  ['dies in the middle', (response) => response.write('data: {"ch', () => response.destroy()), {}, invalid],
  ['closes the connection', (response) => response.destroy(), {}, invalid],
  [
    'refuses the key',
    (response) => response.writeHead(401).end(`{"error":{"message":"bad ${apiKey}"}}`),
    {},
    'The model answered with the status 401.',
  ],
  ['is busy', (response) => response.writeHead(503).end('busy'), {}, 'The model answered with the status 503.'],
  ['redirects', (response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(), {}, invalid],
])('[AS5][AS6] a server that %s gives no answer', async ([, answer, changes, message]) => {
  const { result, requests } = await ask(answer, changes);
  expect(result).toBeInstanceOf(Error);
  expect({ ...(result as Error), message: (result as Error).message }).toEqual({ name: 'ModelFailure', message });
  expect(requests).toHaveLength(1);
});

it.for<readonly [string, (response: ServerResponse) => Promise<void>]>([
  [
    'in small parts',
    (response) => flood(response, `data: {"choices":[{"delta":{"content":"${'x'.repeat(1_000)}"}}]}\n\n`),
  ],
  [
    'in thoughts',
    (response) => flood(response, `data: {"choices":[{"delta":{"reasoning":"${'x'.repeat(1_000)}"}}]}\n\n`),
  ],
  ['in comments', (response) => flood(response, `: ${'x'.repeat(1_000)}\n\n`)],
  ['in one event', (response) => flood(response, 'x'.repeat(1_000))],
])('[AS7] 10 MB %s are cut off', async ([, answer]) => {
  const { result } = await ask(answer);
  expect(String(result)).toMatch(/^ModelFailure: /);
});

/** Sends 10 MB, or until the client closes the connection; then ends well. */
async function flood(response: ServerResponse, part: string): Promise<void> {
  for (let sent = 0; sent < 10_485_760 && !response.destroyed; sent += part.length)
    await new Promise((written) => response.write(part, written));
  sendEnd(response);
}

function sendEnd(response: ServerResponse): void {
  response.end('\n\ndata: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
}

it('[AS6] an aborted request rejects with the reason, and the connection is closed', async () => {
  const stop = new AbortController();
  const closed = Promise.withResolvers<void>();
  const { result } = await ask(
    (response) => {
      response.on('close', closed.resolve);
      response.write('data: {"choices":[{"delta":{"content":"I"}}]}\n\n', () => stop.abort(new Error('late')));
    },
    {},
    stop.signal,
  );
  await closed.promise;
  expect(result).toEqual(new Error('late'));
});

it('[AS6] an aborted request does not begin', async () => {
  const { result, requests } = await ask(sendEvents(text('x')), {}, AbortSignal.abort(new Error('late')));
  expect(result).toEqual(new Error('late'));
  expect(requests).toEqual([]);
});

it('[AS7] the guard of addresses holds', async () => {
  const { baseURL, requests } = await startFakeModel(sendEvents(text('x')));
  const requester = undiciRequester();
  onTestFinished(() => requester.close());
  const model = aiSdkModel({ baseURL, model: 'small', fetch: requester.fetch });
  const options = { signal: new AbortController().signal, idempotencyKey: 'x' };
  await expect(model.complete(request, options)).rejects.toThrow(invalid);
  expect(requests).toEqual([]);
});

it.for<Partial<Parameters<typeof aiSdkModel>[0]>>([
  { baseURL: 'ftp://x' },
  { baseURL: 'https://a:b@x/v1' },
  { baseURL: 'https://x/v1?a' },
  { apiKey: 'a\nb' },
  { apiKey: '' },
  { model: '' },
])('[AS1] %j is refused', (options) => {
  expect(() => aiSdkModel({ baseURL: 'https://x/v1', model: 'small', ...options } as never)).toThrow(TypeError);
});

it('[AS1] the name of a model needs an address', () => {
  expect(() => aiSdkModel({ model: 'openai/gpt-5' as never })).toThrow('baseURL is needed where model is a name.');
});

it('[AS1] a model of the AI SDK is asked', async () => {
  const { MockLanguageModelV4, simulateReadableStream } = await import('ai/test');
  const sdk = new MockLanguageModelV4({
    doStream: async () => ({
      stream: simulateReadableStream({
        chunks: [
          { type: 'text-start', id: 't' },
          { type: 'text-delta', id: 't', delta: 'Hi' },
          { type: 'text-end', id: 't' },
          {
            type: 'finish',
            finishReason: { unified: 'stop', raw: 'end' },
            usage: {
              inputTokens: { total: 3, noCache: 3, cacheRead: 0, cacheWrite: 0 },
              outputTokens: { total: undefined, text: undefined, reasoning: undefined },
            },
          },
        ],
      }),
    }),
  });
  const options = { signal: new AbortController().signal, idempotencyKey: 'x' };
  expect(await aiSdkModel({ model: sdk }).complete(request, options)).toEqual({ text: 'Hi', usage: { in: 3, out: 0 } });
});
