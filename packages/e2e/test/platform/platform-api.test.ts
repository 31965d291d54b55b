import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type PlatformClient } from '../support/platform-client.ts';
import { type PlatformServer, startPlatform, tokens } from '../support/start-platform.ts';
import { adapterCases } from '../support/stores.ts';

describe.each(adapterCases)('[HT49] on $adapter and $store', (options) => {
  let server: PlatformServer;
  let client: PlatformClient;

  beforeAll(async () => {
    server = await startPlatform(options);
    client = await connect(server.platformUrl);
  });
  afterAll(async () => {
    expect(server.faults).toEqual([]);
    await server.close();
  });

  async function done(method: string, path: string, body?: unknown): Promise<void> {
    const answer = await client.call(method, path, body === undefined ? {} : { body });
    expect([answer.status, answer.record]).toEqual([200, { success: true }]);
  }

  it('[PL1][PL9][PL10][PL11] lists and reads channels', async () => {
    const { channels } = server;
    const all = await client.call('GET', '/channels/');
    expect(all.record).toEqual({
      success: true,
      total: 2,
      channels: [
        expect.objectContaining({ id: channels.one, name: 'CRM', type: 'apichat', active: true }),
        expect.objectContaining({ id: channels.two, name: 'Site', type: 'native', active: true }),
      ],
    });
    expect((await client.call('GET', '/channels/?type=native&active=true')).record['total']).toBe(1);
    expect((await client.call('GET', '/channels/?active=false')).record['total']).toBe(0);
    const one = await client.call('GET', `/channels/${channels.one}/`);
    expect([one.record]).toEqual([{ success: true, channel: (all.record['channels'] as readonly unknown[])[0] }]);
  });

  it('[PL4][PL9][PL14][TK11] lists customers in slices, and filters them', async () => {
    const { two } = server.channels;
    const numbers = [];
    for (let index = 0; index < 5; index += 1) {
      const change = { optIn: index !== 3, archived: index === 4, ...(index === 2 && { agentId: 50 }) };
      numbers.push(await server.newCustomer(two, change));
    }
    const idsOf = async (query: string) => {
      const { record } = await client.call('GET', `/customers/?channel_id=${two}${query}`);
      return [(record['customers'] as readonly { id: number }[]).map(({ id }) => id), record['total']];
    };
    expect(await idsOf('')).toEqual([numbers, 5]);
    expect(await idsOf('&limit=2')).toEqual([numbers.slice(0, 2), 5]);
    expect(await idsOf('&offset=4&limit=2')).toEqual([numbers.slice(4), 5]);
    expect(await idsOf('&offset=5')).toEqual([[], 5]);
    expect(await idsOf('&limit=0')).toEqual([[], 5]);
    expect(await idsOf('&agent_id=50')).toEqual([[numbers[2]], 1]);
    expect(await idsOf('&agent_id=null&archived=false')).toEqual([[numbers[0], numbers[1], numbers[3]], 3]);
    expect(await idsOf('&opt_in=false&unknown=1')).toEqual([[numbers[3]], 1]);
  });

  it('[PL32] searches customers in one place, within every other filter', async () => {
    const { one, two } = server.channels;
    const found = [
      await server.newCustomer(one, { name: 'Zoë 100%', email: 'ZOE@acme.test' }),
      await server.newCustomer(two, { name: 'ZOE\u0308', phone: '+34 600', token: 'wa:Zoë' }),
    ];
    await server.newCustomer(one, { name: 'Zoe' });
    const idsOf = async (query: string) => {
      const { status, record } = await client.call('GET', `/customers/?${query}`);
      return [status, (record['customers'] as readonly { id: number }[]).map(({ id }) => id), record['total']];
    };
    expect(await idsOf(`search_by=name&search=${encodeURIComponent('zoë')}`)).toEqual([200, found, 2]);
    expect(await idsOf(`search=ZO%C3%8B&search_by=name&channel_id=${two}`)).toEqual([200, [found[1]], 1]);
    expect(await idsOf('search_by=name&search=zo%C3%AB&limit=1&offset=1')).toEqual([200, [found[1]], 2]);
    expect(await idsOf('search_by=name&search=zo%C3%AB&limit=0')).toEqual([200, [], 2]);
    expect(await idsOf('search_by=name&search=zo%C3%AB&archived=true')).toEqual([200, [], 0]);
    expect(await idsOf('search_by=name&search=%25')).toEqual([200, [found[0]], 1]);
    expect(await idsOf('search_by=email&search=zoe@')).toEqual([200, [found[0]], 1]);
    expect(await idsOf('search_by=phone&search=%2B34+6')).toEqual([200, [found[1]], 1]);
    expect(await idsOf('search_by=token&search=WA:zo')).toEqual([200, [found[1]], 1]);
  });

  it.each([
    ['search=zoe', 'search_by'],
    ['search_by=name', 'search'],
    ['search_by=name&search=', 'search'],
    ['search_by=id&search=zoe', 'search_by'],
    ['search_by=&search=zoe', 'search_by'],
    ['search_by=name&search_by=name&search=zoe', 'search_by'],
    ['search_by=name&search=zoe&search=zoe', 'search'],
    [`search_by=name&search=${'x'.repeat(256)}`, 'search'],
    ['search_by=name&search=zoe%00', 'search'],
  ])('[PL32][TK12] the search %s is 422 and names %s', async (query, field) => {
    const refused = await client.call('GET', `/customers/?${query}`);
    expect([refused.status, Object.keys(refused.record), Object.keys(refused.errors ?? {})]).toEqual([
      422,
      ['errors'],
      [field],
    ]);
  });

  it('[PL12][PL13][PL16] stores Fields, and shows them next to the keys of the customer', async () => {
    const at = `/customers/${await server.newCustomer(server.channels.one)}`;
    const write = (method: string, name: string, body: unknown) =>
      client.call(method, `${at}/fields/${encodeURIComponent(name)}/`, { body });
    const written = await write('PUT', 'favourite colour/é', { type: 'string', value: 'red' });
    expect([written.status, written.record]).toEqual([
      200,
      { success: true, field: { name: 'favourite colour/é', type: 'string', value: 'red' } },
    ]);
    await write('POST', '__proto__', { type: 'object', value: { polluted: true } });
    await write('POST', 'constructor', { type: 'date', value: '2026-01-31' });
    const read = await client.call('GET', `${at}/fields/__proto__/`);
    expect(read.text).toBe('{"success":true,"field":{"name":"__proto__","type":"object","value":{"polluted":true}}}');
    const { text } = await client.call('GET', `${at}/`);
    expect(text).toContain('"favourite colour/é":"red","__proto__":{"polluted":true},"constructor":"2026-01-31"');
    expect({}).not.toHaveProperty('polluted');

    const taken = await write('PUT', 'agent_id', { type: 'integer', value: 5 });
    expect([taken.status, Object.keys(taken.errors ?? {})]).toEqual([422, ['name']]);
    const wrong = await write('PUT', 'age', { type: 'integer', value: 'five' });
    expect([wrong.status, Object.keys(wrong.errors ?? {})]).toEqual([422, ['value']]);
    expect((await client.call('GET', `${at}/fields/age/`)).status).toBe(404);
  });

  it('[PL3][PL17] carries out actions, also when they are repeated', async () => {
    const customer = await server.newCustomer(server.channels.one);
    const at = `/customers/${customer}`;
    const read = async () => (await client.call('GET', `${at}/`)).record['customer'];
    for (const _ of [1, 2]) await done('PUT', `${at}/archive/`);
    expect(await read()).toMatchObject({ archived: true });
    await done('PUT', `${at}/unarchive/`, {});
    await done('PUT', `${at}/assign/50/`);
    expect(await read()).toMatchObject({ archived: false, agent_id: 50 });
    await done('PUT', `${at}/unassign/`);
    expect(await read()).toMatchObject({ agent_id: null });
    await done('PUT', `${at}/block/`);
    const blocked = await client.call('POST', `${at}/send_text/`, { body: { message: 'Hello' } });
    expect([blocked.status, blocked.errors]).toEqual([403, { non_field_errors: [expect.any(String)] }]);
    await done('PUT', `${at}/unblock/`);
    expect((await client.call('PUT', `${at}/assign/51/`)).status).toBe(404);
    expect((await client.call('PUT', `${at}/assign/x/`)).status).toBe(404);
    expect((await client.call('PUT', `${at}/assign_bot/99/`)).status).toBe(404);
  });

  it('[PL28] changes a customer, and answers the customer', async () => {
    const at = `/customers/${await server.newCustomer(server.channels.one)}/`;
    const change = { name: 'Ann', email: 'ann@acme.test', opt_in: false };
    const changed = await client.call('PATCH', at, { body: change });
    expect([changed.status, changed.record['customer']]).toEqual([200, expect.objectContaining(change)]);
    expect((await client.call('GET', at)).record).toEqual(changed.record);
    for (const [body, field] of [
      [{ name: 'Bea', agent_id: 50 }, 'agent_id'],
      [{ city: 'Vigo' }, 'city'],
      [{ archived: true }, 'archived'],
      [{ opt_in: 'no' }, 'opt_in'],
      [{}, 'non_field_errors'],
      [{ name: null }, 'non_field_errors'],
    ] as const) {
      const refused = await client.call('PATCH', at, { body });
      expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([422, [field]]);
    }
    expect((await client.call('PATCH', at)).status).toBe(400);
    expect((await client.call('GET', at)).record).toEqual(changed.record);
  });

  it('[PL29][PL31] assigns to the caller, and stores opting in and out', async () => {
    const at = `/customers/${await server.newCustomer(server.channels.one)}`;
    const read = async () => (await client.call('GET', `${at}/`)).record['customer'];
    for (const _ of [1, 2]) await done('PUT', `${at}/assign/`);
    expect(await read()).toMatchObject({ agent_id: 7, opt_in: true });
    await done('PUT', `${at}/opt_out/`, {});
    expect(await read()).toMatchObject({ opt_in: false });
    for (const _ of [1, 2]) await done('PUT', `${at}/opt_in/`);
    expect(await read()).toMatchObject({ opt_in: true });
  });

  it('[PL7][PL16][PL30] keeps a datetime as it was sent, and deletes a Field', async () => {
    const at = `/customers/${await server.newCustomer(server.channels.one)}`;
    const field = { name: 'seen', type: 'datetime', value: '2026-01-31T09:30:00+01:00' };
    const { name, ...body } = field;
    const written = await client.call('POST', `${at}/fields/${name}/`, { body });
    expect([written.status, written.record]).toEqual([200, { success: true, field }]);
    expect((await client.call('GET', `${at}/fields/${name}/`)).record).toEqual({ success: true, field });
    const wrong = await client.call('PUT', `${at}/fields/${name}/`, { body: { type: 'datetime', value: 'soon' } });
    expect([wrong.status, Object.keys(wrong.errors ?? {})]).toEqual([422, ['value']]);

    const deleted = await client.call('DELETE', `${at}/fields/${name}/`);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    for (const absent of [name, 'name', 'constructor']) {
      expect((await client.call('DELETE', `${at}/fields/${absent}/`)).status).toBe(404);
    }
    expect((await client.call('GET', `${at}/`)).record['customer']).not.toHaveProperty('seen');
  });

  it('[PL18] takes coordinates as text, and stores the numbers', async () => {
    const at = `/customers/${await server.newCustomer(server.channels.one)}`;
    await done('POST', `${at}/send_location/`, { latitude: '42.2406', longitude: '-8.7207' });
    const { record } = await client.call('GET', `${at}/messages/`);
    const data = { latitude: 42.2406, longitude: -8.7207 };
    expect(record['messages']).toEqual([expect.objectContaining({ data })]);
    for (const latitude of ['91', 'north', '']) {
      const body = { latitude, longitude: 0 };
      const wrong = await client.call('POST', `${at}/send_location/`, { body });
      expect([wrong.status, Object.keys(wrong.errors ?? {})]).toEqual([422, ['latitude']]);
    }
  });

  it('[PL27][TK2] takes the scheme in any case, and refuses an unknown caller with a detail', async () => {
    for (const scheme of ['Token', 'token', 'TOKEN']) {
      const headers = { authorization: `${scheme} ${tokens.acme}` };
      expect((await client.call('GET', '/channels/', { token: 'none', headers })).status).toBe(200);
    }
    const refused = await client.call('GET', '/channels/', { token: 'nobodys-token-0001' });
    const message = expect.any(String);
    expect([refused.status, refused.record]).toEqual([
      401,
      { errors: { non_field_errors: [message] }, detail: message },
    ]);
  });

  it('[PL18][PL19] sends messages, and lists them newest first', async () => {
    const at = `/customers/${await server.newCustomer(server.channels.one)}`;
    await done('POST', `${at}/send_text/`, { message: 'Hello' });
    await done('POST', `${at}/send_image/`, { url: 'https://acme.test/a.png', caption: 'A' });
    await done('POST', `${at}/send_location/`, { latitude: 42.2, longitude: -8.7 });
    const { record } = await client.call('GET', `${at}/messages/?limit=2`);
    expect(record).toEqual({
      success: true,
      total: 3,
      messages: [
        expect.objectContaining({ seq: 3, type: 'location', data: { latitude: 42.2, longitude: -8.7 } }),
        expect.objectContaining({ seq: 2, type: 'image', sender: expect.objectContaining({ id: 7, type: 'agent' }) }),
      ],
    });
  });

  it('[PL6][PL20][PL21][PL22][PL23] makes, reads, changes and deletes message hooks', async () => {
    const at = `/channels/${server.channels.two}/message_hooks/`;
    const made = await client.call('POST', at, { body: { url: 'https://crm.acme.test/in?key=1', token: 's3cret' } });
    const hook = made.record['hook'] as { readonly id: number };
    expect([made.status, hook]).toEqual([
      201,
      expect.objectContaining({ url: 'https://crm.acme.test/in?key=1', token: 's3cret', name: '', active: true }),
    ]);
    expect((await client.call('GET', at)).record).toEqual({ success: true, total: 1, hooks: [hook] });
    expect((await client.call('GET', `${at}${hook.id}/`)).record).toEqual({ success: true, hook });
    const changed = await client.call('PATCH', `${at}${hook.id}/`, { body: { token: 'n3w' } });
    expect([changed.status, changed.record['hook']]).toEqual([200, { ...hook, token: 'n3w' }]);
    const empty = await client.call('PATCH', `${at}${hook.id}/`, { body: {} });
    expect([empty.status, Object.keys(empty.errors ?? {})]).toEqual([422, ['non_field_errors']]);
    const foreign = await client.call('GET', `/channels/${server.channels.one}/message_hooks/${hook.id}/`);
    expect(foreign.status).toBe(404);
    const deleted = await client.call('DELETE', `${at}${hook.id}/`);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await client.call('DELETE', `${at}${hook.id}/`)).status).toBe(404);
  });

  it('[PL7][PL15] erases a customer', async () => {
    const at = `/customers/${await server.newCustomer(server.channels.one)}/`;
    const deleted = await client.call('DELETE', at);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await client.call('GET', at)).status).toBe(404);
  });

  it('[TK1][TK5] takes no other form of a path, no other method, and HEAD as GET', async () => {
    const head = await client.call('HEAD', '/customers/');
    expect([head.status, head.text, Number(head.headers.get('content-length')) > 20]).toEqual([200, '', true]);
    expect((await client.call('GET', '/customers')).status).toBe(404);
    const method = await client.call('PUT', '/customers/');
    expect([method.status, method.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

it('[PL6][TK4] without the plan a hook is 402 under plan, after existence and before its values', async () => {
  const server = await startPlatform();
  const made = await server.engine
    .as({ brand: 'globex', person: 70, workspaces: [1], permissions: [] })
    .channels.create({
      type: 'native',
      name: 'Site',
    });
  const client = await connect(server.platformUrl, 'token-of-globex-0001');
  const at = `/channels/${made.channel.number}/message_hooks/`;
  const refused = await client.call('POST', at, { body: { url: 5 } });
  expect([refused.status, refused.errors]).toEqual([402, { plan: [expect.any(String)] }]);
  expect((await client.call('POST', at, { raw: '{' })).status).toBe(400);
  expect((await client.call('POST', '/channels/999/message_hooks/', { body: {} })).status).toBe(404);
  expect((await client.call('PATCH', `${at}5/`, { body: { url: 5 } })).status).toBe(404);
  await server.close();
});
