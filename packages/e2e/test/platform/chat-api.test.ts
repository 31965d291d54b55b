import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type PlatformClient } from '../support/platform-client.ts';
import { type PlatformServer, startPlatform, tokens } from '../support/start-platform.ts';
import { adapterCases } from '../support/stores.ts';

const text = { message: { type: 'text', message: 'Hello' } };

describe.each(adapterCases)('[HT49] APIchat on $adapter and $store', (options) => {
  let server: PlatformServer;
  let client: PlatformClient;

  beforeAll(async () => {
    server = await startPlatform(options);
    client = await connect(server.chatUrl, tokens.channel);
  });
  afterAll(() => server.close());

  it('[AC1][AC2][AC3] answers 201 when it made the customer, else 200', async () => {
    const made = await client.call('POST', '/send/ann.1/', { body: text });
    const again = await client.call('POST', '/send/ann.1/', {
      body: { message: { type: 'image', url: 'https://acme.test/a.png' }, customer: { name: 'Ann', vip: true } },
    });
    expect([made.status, again.status]).toEqual([201, 200]);
    expect(made.record).toEqual({
      success: true,
      customer: { id: expect.any(Number), token: 'ann.1' },
      message: { uuid: expect.any(String) },
    });
    expect(again.record['customer']).toEqual(made.record['customer']);
  });

  it('[AC1][CU2][CU3] a later send updates the members of the customer that it has, and leaves the others', async () => {
    const message = { type: 'location', latitude: 42.2, longitude: -8.7 };
    const say = (customer: object | null) => client.call('POST', '/send/up:date+1/', { body: { message, customer } });
    const { record } = await say({ name: 'Ann', phone: '+34', plan: 'gold', age: 3 });
    await say({ phone: '', plan: 'silver', name: null, vip: true });
    await say(null);
    const platform = await connect(server.platformUrl);
    const read = await platform.call('GET', `/customers/${(record['customer'] as { id: number }).id}/`);
    expect(read.record['customer']).toMatchObject({ name: 'Ann', phone: '', plan: 'silver', age: 3, vip: true });
  });

  it.each(['text', 'image', 'video', 'audio', 'document', 'location', 'dialog', 'event', 'media_dialog', 'sticker'])(
    '[AC1][MS10] %s is accepted, or is no type that customers can send',
    async (type) => {
      const body = { message: { type, message: 'x', url: 'https://acme.test/a', latitude: 1, longitude: 2 } };
      const { status } = await client.call('POST', '/send/types/', { body });
      const comesIn = ['text', 'image', 'video', 'audio', 'document', 'location'].includes(type);
      expect(status === 422).toBe(!comesIn);
    },
  );

  it('[CU42][MS12][TK2] takes opt_in of the customer, coordinates as text, and the scheme in any case', async () => {
    const message = { type: 'location', latitude: '42.2406', longitude: '-8.7207' };
    const headers = { authorization: `token ${tokens.channel}` };
    const body = { message, customer: { opt_in: false } };
    const made = await client.call('POST', '/send/opal/', { body, token: 'none', headers });
    expect(made.status).toBe(201);
    const platform = await connect(server.platformUrl);
    const at = `/customers/${(made.record['customer'] as { id: number }).id}/`;
    const read = async () => (await platform.call('GET', at)).record['customer'];
    expect(await read()).toMatchObject({ opt_in: false });
    await client.call('POST', '/send/opal/', { body: { ...text, customer: { opt_in: null } } });
    expect(await read()).toMatchObject({ opt_in: false });
    await client.call('POST', '/send/opal/', { body: { ...text, customer: { opt_in: true } } });
    expect(await read()).toMatchObject({ opt_in: true });
    const { record } = await platform.call('GET', `${at}messages/?offset=2`);
    const data = { latitude: 42.2406, longitude: -8.7207 };
    expect(record['messages']).toEqual([expect.objectContaining({ type: 'location', data })]);
  });

  it('[TK3] accepts the token of the channel alone, which the Platform API does not accept', async () => {
    expect((await client.call('POST', '/send/ann/', { body: text, token: tokens.acme })).status).toBe(401);
    const platform = await connect(server.platformUrl, tokens.channel);
    const refused = await platform.call('GET', '/customers/');
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Token realm="platform"']);
  });

  it.each([
    [{ message: { type: 'sticker' } }, 'message.type'],
    [{}, 'message'],
    [{ message: { type: 'text' } }, 'message.message'],
    [{ message: { type: 'text', message: 'a\u0000' } }, 'message.message'],
    [{ message: { type: 'text', message: '\ud800' } }, 'message.message'],
    [{ message: { type: 'image', url: 'ftp://x' } }, 'message.url'],
    [{ message: { type: 'location', latitude: 91, longitude: 0 } }, 'message.latitude'],
    [{ ...text, customer: { name: 5 } }, 'customer.name'],
    [{ ...text, customer: { tags: [] } }, 'customer.tags'],
    [{ ...text, customer: { id: 5 } }, 'customer.id'],
    [{ ...text, customer: { opt_in: 'yes' } }, 'customer.opt_in'],
    [[], ''],
    ['text', ''],
  ] as const)('[AC5][TK12] %j is answered 422 and names %s', async (body, field) => {
    const { status, record } = await client.call('POST', '/send/ann/', { body });
    expect([status, record]).toEqual([422, { success: false, error: expect.stringContaining(field) }]);
  });

  it('[AC4] a malformed customer token is 422', async () => {
    for (const token of ['a%20b', 'a%2Fb', 'a%40b', '%C3%A9', 'x'.repeat(129)]) {
      const { status, record } = await client.call('POST', `/send/${token}/`, { body: text });
      expect([status, String(record['error'])]).toEqual([422, expect.stringContaining('customer_token')]);
    }
  });

  it('[AC6] a customer who is blocked is 403', async () => {
    await client.call('POST', '/send/eve/', { body: text });
    const { record } = await client.call('POST', '/send/eve/', { body: text });
    const platform = await connect(server.platformUrl);
    await platform.call('PUT', `/customers/${(record['customer'] as { id: number }).id}/block/`);
    expect((await client.call('POST', '/send/eve/', { body: text })).status).toBe(403);
  });

  it('[AC2] one of several concurrent first sends makes the customer, and all are stored', async () => {
    const sends = await Promise.all(
      Array.from({ length: 8 }, () => client.call('POST', '/send/at.once/', { body: text })),
    );
    expect(sends.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    const [id, ...others] = new Set(sends.map(({ record }) => (record['customer'] as { id: number }).id));
    expect(others).toEqual([]);
    const platform = await connect(server.platformUrl);
    const { record } = await platform.call('GET', `/customers/${id}/messages/`);
    expect(record['total']).toBe(8);
  });

  it('[TK1][TK5] other paths are 404, and other methods 405', async () => {
    expect((await client.call('POST', '/send/ann', { body: text })).status).toBe(404);
    expect((await client.call('POST', '/send//', { body: text })).status).toBe(404);
    const refused = await client.call('GET', '/send/ann/');
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST']);
    expect(refused.record).toEqual({ success: false, error: expect.any(String) });
  });
});

it('[CH18][TK3] the token of a channel that is off is 401, and works again when it is on', async () => {
  const server = await startPlatform();
  const client = await connect(server.chatUrl, tokens.channel);
  const { channels } = server.engine.as({ brand: 'acme', person: 7, workspaces: [1, 2], permissions: [] });
  const send = async () => (await client.call('POST', '/send/ann/', { body: text })).status;

  expect(await send()).toBe(201);
  await channels.update(server.channels.one, { active: false });
  expect(await send()).toBe(401);
  await channels.update(server.channels.one, { active: true });
  expect(await send()).toBe(200);
  await server.close();
});
