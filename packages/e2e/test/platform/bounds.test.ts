import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type PlatformClient } from '../support/platform-client.ts';
import { type PlatformServer, startPlatform, tokens } from '../support/start-platform.ts';
import { storeNames } from '../support/stores.ts';

const marks = (count: number): string => `e${'\u0301'.repeat(count)}`;
const url = 'https://acme.test/a.png';

describe.each(storeNames)('bounds of what is sent in, on %s', { timeout: 60_000 }, (store) => {
  let server: PlatformServer;
  let chat: PlatformClient;
  let platform: PlatformClient;

  beforeAll(async () => {
    server = await startPlatform({ store });
    chat = await connect(server.chatUrl, tokens.channel);
    platform = await connect(server.platformUrl);
  });
  afterAll(async () => {
    expect(server.faults).toEqual([]);
    await server.close();
  });

  const totalOf = async (customer: number) =>
    (await platform.call('GET', `/customers/${customer}/messages/?limit=0`)).record['total'];

  it.each([
    ['message.message', { message: { type: 'text', message: 'x'.repeat(10_001) } }],
    ['message.message', { message: { type: 'text', message: '\u0334\u0301'.repeat(40_000) } }],
    ['message.message', { message: { type: 'text', message: marks(65) } }],
    ['message.message', { message: { type: 'image', url, message: '😀'.repeat(10_001) } }],
    ['message.payload', { message: { type: 'text', message: 'x', payload: '€'.repeat(1_366) } }],
    ['message.url', { message: { type: 'image', url: `${url}?${'x'.repeat(8_192)}` } }],
    ['customer.name', { message: { type: 'text', message: 'x' }, customer: { name: marks(65) } }],
    ['customer.notes', { message: { type: 'text', message: 'x' }, customer: { notes: 'x'.repeat(65_536) } }],
  ])(
    '[AC7][MS46][MS47][CU4][CU61] %s beyond its bounds is 422 on APIchat, and nothing is kept',
    async (field, body) => {
      const { record: before } = await platform.call('GET', '/customers/?limit=0');
      const { status, record } = await chat.call('POST', '/send/refused/', { body });
      expect([status, record['success'], record['error']]).toEqual([422, false, expect.stringContaining(`${field}: `)]);
      expect(String(record['error']).length).toBeLessThan(300);
      expect((await platform.call('GET', '/customers/?limit=0')).record).toEqual(before);
    },
  );

  it('[AC7][MS46][MS47] values just within the bounds are accepted, and come back whole', async () => {
    const messages = [
      { type: 'text', message: '😀'.repeat(10_000), payload: 'x'.repeat(4_096) },
      { type: 'text', message: `${marks(64)}${marks(64)}` },
      { type: 'video', url: `${url}?`.padEnd(8_192, 'x'), message: 'x'.repeat(10_000) },
    ];
    let id = 0;
    for (const message of messages) {
      const { status, record } = await chat.call('POST', '/send/within/', { body: { message } });
      expect([200, 201]).toContain(status);
      ({ id } = record['customer'] as { readonly id: number });
    }
    const { record } = await platform.call('GET', `/customers/${id}/messages/`);
    expect((record['messages'] as readonly { data: unknown }[]).map(({ data }) => data).toReversed()).toEqual([
      { body: messages[0]?.message, payload: messages[0]?.payload },
      { body: messages[1]?.message },
      { url: messages[2]?.url, caption: messages[2]?.message },
    ]);
  });

  it.each([
    ['send_text', 'message', { message: 'x'.repeat(10_001) }],
    ['send_text', 'message', { message: marks(65) }],
    ['send_image', 'caption', { url, caption: 'x'.repeat(10_001) }],
    ['send_image', 'url', { url: `${url}?${'x'.repeat(8_192)}` }],
    ['assign_bot/1', 'node', { node: 'x'.repeat(1_025) }],
  ])('[MS46][CU21] the Platform API refuses %s with %s beyond its bounds', async (operation, field, body) => {
    const customer = await server.newCustomer(server.channels.one);
    if (operation.startsWith('assign_bot')) return void (await refuseAssignment(customer, body));
    const { status, errors } = await platform.call('POST', `/customers/${customer}/${operation}/`, { body });
    expect([status, Object.keys(errors ?? {})]).toEqual([422, [field]]);
    expect(await totalOf(customer)).toBe(0);
  });

  async function refuseAssignment(customer: number, body: object): Promise<void> {
    const acme = server.engine.as({
      brand: 'acme',
      person: 7,
      workspaces: [1],
      permissions: ['view_bots', 'edit_bots'],
    });
    const bot = await acme.bots.create({ name: 'Sales', channelFamily: 'native' });
    await acme.drafts.addBlocks(bot.id, {
      blocks: [{ id: 'welcome', type: 'ask_question', params: { text: 'Name?', destination: 'who' } }],
    });
    await acme.versions.publish(bot.id);
    const { status, errors } = await platform.call('PUT', `/customers/${customer}/assign_bot/${bot.number}/`, { body });
    expect([status, Object.keys(errors ?? {})]).toEqual([422, ['node']]);
  }

  it('[CU61] one Field has 64 KiB, and all of them 512 KiB and the number 500, by either interface', async () => {
    const sent = await chat.call('POST', '/send/fields/', { body: { message: { type: 'text', message: 'x' } } });
    const { id } = sent.record['customer'] as { readonly id: number };
    const write = (name: string, length: number, method = 'PUT') =>
      platform.call(method, `/customers/${id}/fields/${name}/`, {
        body: { type: 'string', value: 'x'.repeat(length) },
      });
    const room = 65_536 - '"f0":""'.length;
    expect((await write('f0', room + 1)).errors).toEqual({ value: [expect.stringContaining('"f0"')] });
    for (let each = 0; each < 8; each += 1) expect((await write(`f${each}`, room, 'POST')).status).toBe(200);
    expect((await write('one', 1)).errors).toEqual({ value: [expect.stringContaining('"one"')] });
    const byChat = (customer: object) =>
      chat.call('POST', '/send/fields/', { body: { message: { type: 'text', message: 'x' }, customer } });
    expect((await byChat({ one: 1 })).record['error']).toContain('customer.one: ');
    expect((await byChat({ f0: 'less' })).status).toBe(200);
    expect((await write('f1', room - 1)).status).toBe(200);
    expect((await write('one', 1)).status).toBe(200);

    const many = Object.fromEntries(Array.from({ length: 491 }, (_, index) => [`n${index}`, 1]));
    expect((await byChat(many)).status).toBe(200);
    expect((await byChat({ more: 1 })).record['error']).toContain('customer.more: ');
    expect((await write('more', 1)).errors).toEqual({ value: [expect.stringContaining('"more"')] });
    expect((await byChat({ n0: 2, name: 'Ann' })).status).toBe(200);
    expect(await totalOf(id)).toBe(4);
  });

  it('[CU61] a customer who already has more can only get less', async () => {
    const fields = Object.fromEntries(
      Array.from({ length: 600 }, (_, index) => [`n${index}`, { type: 'string', value: 'x'.repeat(2_000) } as const]),
    );
    const customer = await server.newCustomer(server.channels.one, { fields });
    const write = (name: string, value: string) =>
      platform.call('PUT', `/customers/${customer}/fields/${name}/`, { body: { type: 'string', value } });
    expect((await write('n0', 'y'.repeat(2_000))).status).toBe(200);
    expect((await write('n0', 'y'.repeat(1_999))).status).toBe(200);
    expect((await write('n0', 'y'.repeat(2_000))).status).toBe(422);
    expect((await write('new', '')).status).toBe(422);
  });

  it('[CU60][MS45] 200,000 Fields are refused at once, and no refusal lists more than 100 faults', async () => {
    const customer = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`n${index}`, index]));
    const message = { type: 'text', message: 'x' };
    const time = async (body: object) => {
      const raw = JSON.stringify(body);
      // The server is in this process: only its work counts, not the machine's other load.
      const before = process.threadCpuUsage();
      const { status, record } = await chat.call('POST', '/send/many/', { raw });
      const { user, system } = process.threadCpuUsage(before);
      return { status, record, took: (user + system) / 1_000 };
    };
    // The time to parse the JSON, because an unknown member is ignored.
    const read = await time({ message, ignored: customer });
    const refused200k = await time({ message, customer });
    expect([read.status, refused200k.status]).toEqual([201, 422]);
    expect(refused200k.record['error']).toMatch(/^customer\.n\d+: [^:]+: [^:]+$/);
    expect(refused200k.took).toBeLessThan(300 + 3 * read.took);

    const wrong = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`n${index}`, []]));
    const refused = await chat.call('POST', '/send/many/', { body: { message: {}, customer: wrong } });
    expect(String(refused.record['error']).match(/customer\.n/g)).toHaveLength(99);
    const long = await chat.call('POST', '/send/many/', {
      body: { message: { type: 'text', message: 'x' }, customer: { ['k'.repeat(100_000)]: 1 } },
    });
    expect([long.status, long.text.length < 1_000]).toEqual([422, true]);
  });

  it('[AC8][CH19] no other token reaches a customer of the channel', async () => {
    const acme = server.engine.as({ brand: 'acme', person: 7, workspaces: [1], permissions: [] });
    const { token = '' } = await acme.channels.create({ type: 'apichat', name: 'Other' });
    const body = { message: { type: 'text', message: 'Hello' } };
    const mine = await chat.call('POST', '/send/same/', { body });
    const other = await chat.call('POST', '/send/same/', { body, token });
    expect([mine.status, other.status]).toEqual([201, 201]);
    expect((other.record['customer'] as { id: number }).id).not.toBe((mine.record['customer'] as { id: number }).id);
    for (const agentToken of [tokens.acme, tokens.globex]) {
      expect((await chat.call('POST', '/send/same/', { body, token: agentToken })).status).toBe(401);
    }
    expect((await platform.call('GET', '/channels/', { token })).status).toBe(401);
  });

  it('[MS18][TK18][CU63] timestamps of a burst differ by microseconds, and events say which agent', async () => {
    const customer = await server.newCustomer(server.channels.one);
    const at = `/customers/${customer}`;
    for (let said = 0; said < 66; said += 1) {
      await platform.call('POST', `${at}/send_text/`, { body: { message: 'Hi' } });
    }
    await platform.call('PUT', `${at}/assign/50/`);
    await platform.call('PUT', `${at}/unassign/`);
    const { text, record } = await platform.call('GET', `${at}/messages/?limit=100`);
    const messages = (record['messages'] as readonly { timestamp: number; data: object }[]).toReversed();
    const micros = messages.map(({ timestamp }) => Math.round(timestamp * 1_000_000));
    expect(micros).toEqual(Array.from({ length: 68 }, (_, index) => server.clock.now() * 1_000 + index));
    expect(text).toContain(`"timestamp":${server.clock.now() / 1_000}.000067,`);
    expect(messages.slice(-2).map(({ data }) => data)).toEqual([
      { action: 'assign', agent_id: 50 },
      { action: 'unassign', agent_id: 50 },
    ]);
    const { record: read } = await platform.call('GET', `${at}/`);
    expect(read['customer']).toMatchObject({ last_message_at: server.clock.now() / 1_000 + 0.000067 });
  });
});
