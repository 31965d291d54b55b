import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DescribedOperation, JsonSchema } from '../support/contract.ts';
import { connect, type PlatformAnswer, type PlatformClient } from '../support/platform-client.ts';
import { type PlatformServer, startPlatform, tokens } from '../support/start-platform.ts';

/** Bodies that are well-formed, by operation. */
const goodBodies: Readonly<Record<string, object>> = {
  createMessageHook: { url: 'https://crm.acme.test/', token: 'secret', name: 'CRM' },
  updateMessageHook: { url: 'https://crm.acme.test/', token: 'secret', name: 'CRM' },
  updateCustomer: { name: 'Ann', email: 'a@acme.test', phone: '1', opt_in: false },
  assignCustomerToBot: { launch: false, node: 'welcome' },
  postCustomerField: { type: 'integer', value: 5 },
  putCustomerField: { type: 'object', value: { a: 1 } },
  send_text: { message: 'Hello' },
  send_image: { url: 'https://acme.test/a.png', caption: 'A' },
  send_location: { latitude: 1, longitude: 2 },
  send: {
    message: { type: 'text', message: 'Hello', payload: 'p' },
    customer: { name: 'Ann', phone: '1', email: 'a@acme.test', opt_in: true },
  },
};

const strangers: readonly unknown[] = [null, true, 5, 1.5, 'text', '', [], ['x'], {}, { a: 1 }, 'a\u0000', '\ud800'];
const hostileKeys = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '', 'a.b'];

interface Target {
  readonly method: string;
  readonly path: string;
  readonly operation: DescribedOperation;
}

describe.each(['Platform API', 'APIchat'] as const)('bad input to the %s', { timeout: 60_000 }, (name) => {
  let server: PlatformServer;
  let client: PlatformClient;
  let targets: readonly Target[];

  beforeAll(async () => {
    server = await startPlatform({ api: { maxBodyBytes: 200_000 } });
    const isPlatform = name === 'Platform API';
    client = isPlatform ? await connect(server.platformUrl) : await connect(server.chatUrl, tokens.channel);
    const acme = server.engine.as({
      brand: 'acme',
      person: 7,
      workspaces: [1],
      permissions: ['view_bots', 'edit_bots'],
    });
    const hook = await acme.hooks.create(server.channels.one, { url: 'https://crm.acme.test/' });
    const customer = await server.newCustomer(server.channels.one);
    const bot = await acme.bots.create({ name: 'Sales', channelFamily: 'native' });
    await acme.drafts.replace(bot.id, greeting);
    await acme.versions.publish(bot.id);
    const fill = (path: string) =>
      path
        .replace('{channel_id}', String(server.channels.one))
        .replace('{hook_id}', String(hook.number))
        .replace('{customer_id}', String(customer))
        .replace('{bot_number}', String(bot.number))
        .replace('{field_name}', 'city')
        .replace('{customer_token}', 'ann');
    targets = Object.entries(client.contract.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation.requestBody !== undefined)
        .map(([method, operation]) => ({ method: method.toUpperCase(), path: fill(path), operation })),
    );
  });
  afterAll(async () => {
    expect(server.faults).toEqual([]);
    await server.close();
  });

  function isInShape({ record, errors }: PlatformAnswer): boolean {
    if (name === 'APIchat') return record['success'] === false && typeof record['error'] === 'string';
    return errors !== undefined && Object.values(errors).every((messages) => messages.length > 0);
  }

  function resolve(schema: JsonSchema): JsonSchema {
    const reference = schema.$ref?.split('/').at(-1);
    return reference === undefined ? schema : (client.contract.components.schemas[reference] ?? {});
  }

  /** Every documented member of a good body, at any depth. */
  function fieldsOf(schema: JsonSchema, value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
    const own = (resolve(schema).anyOf ?? resolve(schema)['oneOf'] ?? [resolve(schema)]) as readonly JsonSchema[];
    const [shape = {}] = own.filter(({ properties }) => properties !== undefined);
    const here = path.length === 0 ? [] : [path];
    if (typeof value !== 'object' || value === null || path.at(-1) === 'value') return here;
    const members = Object.keys(shape.properties ?? {}).filter((key) => Object.hasOwn(value, key));
    return [
      ...here,
      ...members.flatMap((key) => fieldsOf(shape.properties?.[key] ?? {}, Reflect.get(value, key), [...path, key])),
    ];
  }

  function changed(body: object, path: readonly string[], value: unknown): object {
    const copy = structuredClone(body);
    let target: object = copy;
    for (const key of path.slice(0, -1)) target = Reflect.get(target, key) as object;
    Reflect.set(target, path.at(-1) ?? '', value);
    return copy;
  }

  it('[TK12] a documented member of a wrong type or value is accepted, or 422 and named: never a fault', async () => {
    let refused = 0;
    for (const { method, path, operation } of targets) {
      const body = goodBodies[operation.operationId] ?? {};
      const schema = operation.requestBody?.content['application/json'].schema ?? {};
      const fields = fieldsOf(schema, body);
      expect(fields.length, operation.operationId).toBeGreaterThan(0);
      for (const field of fields) {
        for (const value of strangers) {
          const answer = await client.call(method, path, { body: changed(body, field, value) });
          const what = `${method} ${path} with ${field.join('.')} = ${JSON.stringify(value)}: ${answer.text}`;
          expect([200, 201, 422], what).toContain(answer.status);
          if (answer.status !== 422) continue;
          expect(isInShape(answer), what).toBe(true);
          expect(answer.text, what).toContain(field.at(-1));
          refused += 1;
        }
      }
    }
    expect(refused).toBeGreaterThan(name === 'APIchat' ? 40 : 80);
  });

  it('[TK12] a body that is no object is 422', async () => {
    for (const { method, path } of targets) {
      for (const body of [[], 'text', 5, true, [{}]]) {
        const answer = await client.call(method, path, { body });
        expect([method, path, answer.status, isInShape(answer)]).toEqual([method, path, 422, true]);
      }
    }
  });

  it('[HT37] hostile keys are 422 or data, and touch no prototype', async () => {
    for (const { method, path, operation } of targets) {
      const body = goodBodies[operation.operationId] ?? {};
      for (const at of [body, ...Object.values(body)].filter((each) => typeof each === 'object')) {
        for (const key of hostileKeys) {
          const marked = JSON.stringify(body).replace(
            JSON.stringify(at),
            `${JSON.stringify(at).slice(0, -1)},${JSON.stringify(key)}:{"polluted":true}}`,
          );
          const answer = await client.call(method, path, { raw: marked });
          expect([200, 201, 422], `${method} ${path} ${marked}: ${answer.text}`).toContain(answer.status);
          const scalar = await client.call(method, path, { raw: marked.replace('{"polluted":true}', '"x"') });
          expect([200, 201, 422]).toContain(scalar.status);
        }
      }
    }
    expect({}).not.toHaveProperty('polluted');
  });

  it.each([
    ['no JSON', '{', 400],
    ['two values', '{}{}', 400],
    ['blanks', '  ', 400],
    ['null', 'null', 400],
    ['bad UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), 400],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), 400],
    ['101 levels', '['.repeat(101) + ']'.repeat(101), 400],
    ['100,000 levels', `${'{"a":'.repeat(100_000 / 6)}1${'}'.repeat(100_000 / 6)}`, 400],
    ['too much', ' '.repeat(200_001), 413],
  ] as const)('[TK13][TK15] %s in the place of a body is refused everywhere', async (_, raw, status) => {
    for (const { method, path } of targets) {
      const answer = await client.call(method, path, { raw });
      expect([method, path, answer.status, isInShape(answer)]).toEqual([method, path, status, true]);
    }
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1'])(
    '[TK14] a body that says %s is 400 everywhere',
    async (type) => {
      for (const { method, path, operation } of targets) {
        const body = goodBodies[operation.operationId];
        const answer = await client.call(method, path, { body, headers: { 'content-type': type } });
        expect([method, path, answer.status, isInShape(answer)]).toEqual([method, path, 400, true]);
      }
    },
  );

  it('[TK15] no body where one is needed is 400', async () => {
    for (const { method, path, operation } of targets.filter((each) => each.operation.requestBody?.required)) {
      const answer = await client.call(method, path);
      expect([operation.operationId, answer.status, isInShape(answer)]).toEqual([operation.operationId, 400, true]);
    }
  });

  it('[PL4][TK11] bad parameters of lists are 422 and named, unknown ones ignored', async () => {
    const lists = Object.entries(client.contract.paths).flatMap(([path, { get }]) =>
      (get?.parameters ?? []).filter((each) => each.in === 'query').map((each) => [path, each] as const),
    );
    expect(lists.length > 0).toBe(name === 'Platform API');
    for (const [template, { name: parameter = '', schema = {} }] of lists) {
      const path = template
        .replace('{channel_id}', String(server.channels.one))
        .replace('{customer_id}', String(await server.newCustomer(server.channels.one)));
      const isText = (schema as JsonSchema).type === 'string';
      for (const value of isText
        ? ['a%00']
        : ['', 'x', '-1', '101', '1.5', '1e1', 'NULL', '9007199254740993', '%00', '[]']) {
        const answer = await client.call('GET', `${path}?${parameter}=${value}&${parameter}x=1`);
        const isGood = answer.status === 200 && ['-1', '101'].includes(value) && parameter.endsWith('_id');
        const isOffset = parameter === 'offset' && value === '101';
        if (isGood || isOffset) continue;
        expect([path, parameter, value, answer.status], answer.text).toEqual([path, parameter, value, 422]);
        expect(Object.keys(answer.errors ?? {})).toEqual([parameter]);
      }
      const twice = await client.call('GET', `${path}?${parameter}=1&${parameter}=1`);
      expect([twice.status, Object.keys(twice.errors ?? {})]).toEqual([422, [parameter]]);
      expect((await client.call('GET', `${path}?${parameter}=%zz`)).status).toBe(400);
    }
  });
});

const greeting = {
  nodes: {
    hidden: { id: 'hidden', path: 'hidden', template: 'hidden', params: {} },
    welcome: {
      id: 'welcome',
      path: 'welcome',
      template: 'buttons',
      params: { version: 3, text: 'Hello', buttons: [{ id: 'a', label: 'A' }] },
    },
  },
  connections: {},
};
