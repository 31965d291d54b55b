import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBot, publishedBot, putDraft, type WireVersion } from '../support/bot-requests.ts';
import { type Client, connectClient } from '../support/bots-client.ts';
import type { DescribedOperation, JsonSchema } from '../support/contract.ts';
import { startServer } from '../support/start-server.ts';
import { buttonsDiagram, cleanDiagram } from '../support/wire-diagrams.ts';

/** Bodies that are well-formed, by operation. */
const goodBodies: Readonly<Record<string, object>> = {
  createBot: { name: 'Sales', channel_family: 'native', workspace: 1, diagram: cleanDiagram() },
  updateBot: { name: 'Sales', state: 'active' },
  putFeedback: {
    enabled: true,
    question: 'Good?',
    positive_label: 'Yes',
    negative_label: 'No',
    comment_question: 'Why?',
    thanks: 'Thanks',
  },
  putScenarios: { text: 'scenarios: []', revision: 0 },
  putDraft: { diagram: cleanDiagram() },
  patchDraft: {
    blocks: {
      add: [{ id: 'x', type: 'close_chat', name: 'X', params: {}, top: 1, left: 2 }],
      update: [{ id: 'bye', params: {}, name: 'Bye', top: 1, left: 2 }],
      delete: ['y'],
    },
    connections: {
      add: [{ id: 'welcome.$a--bye', sourcePath: 'welcome', targetPath: 'bye', type: '$a' }],
      delete: ['z'],
    },
  },
  addBlocks: {
    blocks: [{ id: 'x', type: 'close_chat', name: 'X', params: {}, top: 1, left: 2 }],
    connections: [{ id: 'welcome.$a--bye', sourcePath: 'welcome', targetPath: 'bye', type: '$a' }],
  },
  editBlock: { params: {}, name: 'Bye', top: 1, left: 2 },
  validateDraft: { diagram: cleanDiagram() },
  publish: { source: 'VERSION' },
  labelVersion: { name: 'Spring' },
};

const strangers: readonly unknown[] = [null, true, 5, 1.5, 'text', '', [], ['x'], {}, { a: 1 }];
const hostileKeys = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '', 'a.b', '\u0000'];

interface Field {
  readonly path: readonly (string | number)[];
  readonly schema: JsonSchema;
}

describe('bad input', () => {
  let client: Client;
  let botId: string;
  let versionId: string;

  beforeAll(async () => {
    client = await connectClient(await startServer({ api: { maxBodyBytes: 200_000 } }));
    botId = (await publishedBot(client)).id;
    const [version] = (await client.call('GET', `/bots/${botId}/versions`)).data as readonly WireVersion[];
    versionId = version?.id ?? '';
    await putDraft(client, botId, buttonsDiagram());
  });
  afterAll(() => client.server.close());

  it('[HT73] a whole number that would lose digits is refused in every body, naming the member', async () => {
    for (const { method, path } of withBodies()) {
      const answer = await client.call(method, path, {
        raw: '{"diagram":{"nodes":{"a":{"params":{"min":12345678901234567}}}}}',
      });
      expect([path, answer.status, answer.code]).toEqual([path, 422, 'whole_number_too_large']);
      expect(answer.text).toContain('diagram.nodes.a.params.min: ');
    }
  });

  function withBodies(): readonly { method: string; path: string; operation: DescribedOperation }[] {
    return Object.entries(client.contract.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation.requestBody !== undefined && operation['x-implemented'])
        .map(([method, operation]) => ({ method: method.toUpperCase(), path: fill(path), operation })),
    );
  }

  function fill(path: string): string {
    return path.replace('{bot_id}', botId).replace('{version_id}', versionId).replace('{block_id}', 'bye');
  }

  function goodBody(operation: DescribedOperation): object {
    return JSON.parse(JSON.stringify(goodBodies[operation.operationId]).replace('VERSION', versionId));
  }

  function resolve(schema: JsonSchema): JsonSchema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : (client.contract.components.schemas[name] ?? {});
  }

  /** Every documented member of a good body, at any depth. */
  function fieldsOf(schema: JsonSchema, value: unknown, path: Field['path'] = []): readonly Field[] {
    const own = resolve(schema.anyOf === undefined || schema.type !== undefined ? schema : (schema.anyOf[0] ?? {}));
    const here = path.length === 0 ? [] : [{ path, schema }];
    if (Array.isArray(value))
      return [...here, ...value.flatMap((item, at) => fieldsOf(own.items ?? {}, item, [...path, at]))];
    if (typeof value !== 'object' || value === null || own.properties === undefined) return here;
    const members = Object.entries(own.properties).filter(([name]) => Object.hasOwn(value, name));
    return [
      ...here,
      ...members.flatMap(([name, member]) => fieldsOf(member, Reflect.get(value, name), [...path, name])),
    ];
  }

  function accepts(schema: JsonSchema, value: unknown): boolean {
    const { type, anyOf } = resolve(schema);
    if (anyOf !== undefined) return anyOf.some((option) => accepts(option, value));
    const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
    if (resolve(schema)['const'] !== undefined) return value === resolve(schema)['const'];
    if (type === 'integer') return Number.isInteger(value);
    return type === undefined || type === kind;
  }

  function changed(body: object, path: Field['path'], value: unknown): object {
    const copy = structuredClone(body);
    let target: object = copy;
    for (const key of path.slice(0, -1)) target = Reflect.get(target, key) as object;
    Reflect.set(target, path.at(-1) ?? '', value);
    return copy;
  }

  it('[HT36] a documented member of the wrong type is 400 and named', async () => {
    let tried = 0;
    for (const { method, path, operation } of withBodies()) {
      const schema = operation.requestBody?.content['application/json'].schema ?? {};
      const body = goodBody(operation);
      for (const field of fieldsOf(schema, body)) {
        for (const value of strangers.filter((one) => !accepts(field.schema, one))) {
          const answer = await client.call(method, path, { body: changed(body, field.path, value) });
          const what = `${method} ${path} with ${field.path.join('.')} = ${JSON.stringify(value)}: ${answer.text}`;
          expect([answer.status, answer.code], what).toEqual([400, 'invalid_parameters']);
          expect(answer.text, what).toContain(String(field.path.filter((key) => typeof key === 'string').at(-1)));
          tried += 1;
        }
      }
    }
    expect(tried).toBeGreaterThan(300);
  });

  it('[HT35][HT37] a member that nothing describes is 400 and named, however hostile its key', async () => {
    for (const { method, path, operation } of withBodies()) {
      const body = goodBody(operation);
      const schema = operation.requestBody?.content['application/json'].schema ?? {};
      const objects = fieldsOf(schema, body).filter(({ schema: one }) => resolve(one).additionalProperties === false);
      for (const at of [[], ...objects.map((field) => field.path)]) {
        for (const key of ['colour', ...hostileKeys]) {
          const raw = inserted(body, at, key);
          const answer = await client.call(method, path, { raw });
          expect([answer.status, answer.code], `${method} ${path} ${raw}`).toEqual([400, 'field_not_described']);
        }
      }
    }
    expect({}).not.toHaveProperty('polluted');
  });

  /** The text of the body with one more member, which no assignment could make. */
  function inserted(body: object, at: Field['path'], key: string): string {
    const marked = at.length === 0 ? { ...body, MARK: 0 } : changed(body, [...at, 'MARK'], 0);
    return JSON.stringify(marked).replace('"MARK":0', `${JSON.stringify(key)}:{"polluted":true}`);
  }

  it.each([
    ['no JSON', '{', 400, 'malformed_json'],
    ['two values', '{}{}', 400, 'malformed_json'],
    ['bad UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), 400, 'malformed_json'],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), 400, 'malformed_json'],
    ['101 levels', '['.repeat(101) + ']'.repeat(101), 400, 'malformed_json'],
    ['100,000 levels', `${'{"a":'.repeat(100_000 / 6)}1${'}'.repeat(100_000 / 6)}`, 400, 'malformed_json'],
    ['a list', '[]', 400, 'invalid_parameters'],
    ['a text', '"x"', 400, 'invalid_parameters'],
    ['a number', '5', 400, 'invalid_parameters'],
    ['null', 'null', 400, 'invalid_parameters'],
    ['too much', ' '.repeat(200_001), 413, 'request_too_large'],
  ] as const)('[HT30][HT32][HT33] %s in the place of a body is refused everywhere', async (_, raw, status, code) => {
    for (const { method, path } of withBodies()) {
      const answer = await client.call(method, path, { raw });
      expect([method, path, answer.status, answer.code]).toEqual([method, path, status, code]);
    }
  });

  it('[HT34] an empty body where one is needed is refused, and white space is not JSON', async () => {
    for (const { method, path, operation } of withBodies()) {
      const blank = await client.call(method, path, { raw: '  ' });
      expect([method, path, blank.code]).toEqual([method, path, 'malformed_json']);
      if (!operation.requestBody?.required) continue;
      const none = await client.call(method, path);
      expect([method, path, none.status, none.code]).toEqual([method, path, 400, 'empty_body']);
    }
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
  ])('[HT31] a body that says %s is 415 everywhere', async (type) => {
    for (const { method, path, operation } of withBodies()) {
      const options = { raw: JSON.stringify(goodBody(operation)), headers: { 'content-type': type } };
      const answer = await client.call(method, path, options);
      expect([method, path, answer.status, answer.code]).toEqual([method, path, 415, 'unsupported_media_type']);
    }
  });

  it('[HT37] hostile keys are stored like any other key', async () => {
    const { id } = await createBot(client);
    const entry = '{"id":"x","template":"code","params":{"__proto__":{"polluted":true},"constructor":1}}';
    const nodes = `{"hidden":{},"__proto__":${entry},"constructor":${entry},"toString":5}`;
    const raw = `{"diagram":{"nodes":${nodes},"connections":{"__proto__":null},"__proto__":{"a":1}}}`;
    const answer = await client.call('PUT', `/bots/${id}/draft`, { raw });
    expect(answer.status).toBe(200);
    const expected = raw
      .replaceAll('"params":{', '"params":{')
      .replaceAll('},"constructor":1}}', '},"constructor":1},"isTarget":true}')
      .replace('"hidden":{}', '"hidden":{"isTarget":true}');
    const stored = answer.text.slice('{"data":'.length, '{"data":'.length + expected.length - 1);
    expect(stored).toBe(expected.slice(0, -1));
    expect({}).not.toHaveProperty('polluted');
  });

  it('[HT17] bad input causes no fault, and the server goes on', async () => {
    expect((await client.call('GET', `/bots/${botId}`)).status).toBe(200);
    expect(client.server.faults).toEqual([]);
  });
});
