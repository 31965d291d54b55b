import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AccountServer, startAccountServer } from '../support/account-server.ts';
import { absentId } from '../support/bot-requests.ts';
import { type Client, connectClient } from '../support/bots-client.ts';
import { tokens } from '../support/callers.ts';
import { openStore, storeNames } from '../support/stores.ts';

const root = '/connected-accounts';
const quarterMs = 15 * 60 * 1_000;

/** Every operation, with the permission that it needs. */
const reads = [
  `${root}/spreadsheets`,
  `${root}/spreadsheets/ID/spreadsheets`,
  `${root}/spreadsheets/ID/spreadsheets/s1/sheets`,
  `${root}/spreadsheets/ID/spreadsheets/s1/sheets/Tab%201/columns`,
  `${root}/spreadsheets/connections/CONNECTION`,
  `${root}/scheduler`,
  `${root}/scheduler/ID/event_types`,
  `${root}/scheduler/connections/CONNECTION`,
] as const;
const starts = [`${root}/spreadsheets/connections`, `${root}/scheduler/connections`] as const;

interface WireConnection {
  readonly id: string;
  readonly url: string;
}

describe.each(storeNames)('connected accounts on %s', (store) => {
  let server: AccountServer;
  let client: Client;
  /** Of `acme`. */
  let sheets: string;
  let calendar: string;

  beforeAll(async () => {
    server = await startAccountServer({ store });
    client = await connectClient(server);
    sheets = await server.connect('spreadsheets', { externalId: 'ann', name: 'ann@example.com' });
    calendar = await server.connect('scheduler', {
      externalId: 'ann',
      name: 'Ann',
      schedulingUrl: 'https://book.example/ann',
    });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    server.provider.calls.length = 0;
  });

  function pathOf(template: string): string {
    const id = template.startsWith(`${root}/scheduler`) ? calendar : sheets;
    return template.replace('ID', id);
  }

  const lists = [
    ['[AP40][AP44] accounts', `${root}/spreadsheets`, () => [{ id: sheets, name: 'ann@example.com' }]],
    ['[AP41][AP44] files', `${root}/spreadsheets/ID/spreadsheets`, () => [{ spreadsheet_id: 's1', name: 'Leads' }]],
    ['[AP42][AP44] tabs', `${root}/spreadsheets/ID/spreadsheets/s1/sheets`, () => [{ title: 'Tab 1', id: '0' }]],
    [
      '[AP43][AP44] columns',
      `${root}/spreadsheets/ID/spreadsheets/s1/sheets/Tab%201/columns`,
      () => [
        { number: 1, header: 'Email' },
        { number: 3, header: 'Name' },
      ],
    ],
    [
      '[AP45][AP44] scheduler accounts',
      `${root}/scheduler`,
      () => [{ id: calendar, name: 'Ann', scheduling_url: 'https://book.example/ann' }],
    ],
    [
      '[AP46][AP44] event types',
      `${root}/scheduler/ID/event_types`,
      () => [{ name: 'Call', scheduling_url: 'https://book.example/ann/call', duration_minutes: 30 }],
    ],
  ] as const;
  it.each(lists)('%s: GET %s', async (_title, template, items) => {
    const data = items();
    for (const token of [tokens.acme, tokens.integrations]) {
      const answer = await client.call('GET', pathOf(template), { token });
      const meta = { total: data.length, page: 1, page_size: data.length };
      expect([answer.status, answer.json]).toEqual([200, { data, meta }]);
    }
  });

  it('[AP44] an empty list is a page too', async () => {
    const answer = await client.call('GET', `${root}/spreadsheets`, { token: tokens.globex });
    expect([answer.status, answer.json]).toEqual([200, { data: [], meta: { total: 0, page: 1, page_size: 0 } }]);
  });

  it('[AP40][AP45] lists the most recently connected first, and a scheduler account that returns as another account', async () => {
    const own = await startAccountServer({ store });
    const { call } = await connectClient(own);
    const ids: string[] = [];
    for (const externalId of ['eva', 'ann', 'eva']) {
      own.clock.advance(1_000);
      const consent = { externalId, name: externalId, schedulingUrl: `https://book.example/${externalId}` };
      ids.push(await own.connect('spreadsheets', consent), await own.connect('scheduler', consent));
    }
    const names = async (kind: string) =>
      ((await call('GET', `${root}/${kind}`)).data as { name: string }[]).map(({ name }) => name);
    expect([await names('spreadsheets'), await names('scheduler')]).toEqual([
      ['eva', 'ann'],
      ['eva', 'ann', 'eva'],
    ]);
    expect([ids[0] === ids[4], ids[1] === ids[5]]).toEqual([true, false]);
    await own.close();
  });

  it.each([
    ['Tab%201%2F2', 'Tab 1/2'],
    ['100%25', '100%'],
    ['a%3Fb%23c', 'a?b#c'],
    ['%E5%A3%B2%E4%B8%8A', '売上'],
    ['%2E%2E', '..'],
    ['a+b', 'a+b'],
  ])('[AP43] the title %s is decoded', async (escaped, title) => {
    const template = `${root}/spreadsheets/ID/spreadsheets/s%2F1/sheets/${escaped}/columns`;
    expect((await server.raw('GET', pathOf(template))).status).toBe(200);
    expect(server.provider.calls).toEqual([`listColumns s/1 ${title}`]);
  });

  it('[AP43] a title with a bad escape is malformed, and the provider is not asked', async () => {
    const answer = await server.raw('GET', pathOf(`${root}/spreadsheets/ID/spreadsheets/s1/sheets/%ff/columns`));
    expect([answer.status, answer.code, server.provider.calls]).toEqual([400, 'invalid_parameters', []]);
  });

  it.each(reads)('[CA5][CA21][PE5] GET %s needs view_integrations', async (template) => {
    const path = pathOf(template).replace('CONNECTION', absentId);
    const answers = [];
    for (const token of ['none', tokens.viewer, tokens.blind]) {
      const { status, code } = await client.call('GET', path, { token });
      answers.push([status, code]);
    }
    const denied = [403, 'permission_denied'];
    expect(answers).toEqual([[401, 'not_authenticated'], denied, denied]);
  });

  it.each(starts)('[CA3][PE5] POST %s needs edit_integrations', async (path) => {
    const answers = [];
    for (const token of ['none', tokens.viewer, tokens.integrations]) {
      const { status, code } = await client.call('POST', path, { token });
      answers.push([status, code]);
    }
    const denied = [403, 'permission_denied'];
    expect(answers).toEqual([[401, 'not_authenticated'], denied, denied]);
  });

  it.each([
    ...reads.filter((path) => path.includes('ID')).map((path) => [path, 'account_not_found'] as const),
    ...reads.filter((path) => path.includes('CONNECTION')).map((path) => [path, 'connection_not_found'] as const),
  ])('[AP44][AP47][HT26] GET %s of another brand is byte for byte an absent one: %s', async (template, code) => {
    const kind = template.includes('scheduler') ? 'scheduler' : 'spreadsheets';
    const started = await client.call('POST', `${root}/${kind}/connections`);
    const own = (started.data as WireConnection).id;
    const at = (account: string, connection: string) =>
      template.replace('ID', account).replace('CONNECTION', connection);
    const token = tokens.globex;
    const absent = await client.call('GET', at(absentId, absentId), { token });
    const foreign = await client.call('GET', at(kind === 'scheduler' ? calendar : sheets, own), { token });
    expect([absent.status, absent.code]).toEqual([404, code]);
    expect(foreign.bytes).toBe(absent.bytes);
    // Neither what is no id, nor an id of the other kind, is found.
    const other = await client.call('GET', at(kind === 'scheduler' ? sheets : calendar, 'none'));
    expect(other.bytes).toBe(absent.bytes);
    expect(server.provider.calls).toEqual([]);
  });

  const faults = [
    ['listSheets s1', 'not_found', 'spreadsheets/ID/spreadsheets/s1/sheets', 422, 'spreadsheet_unreadable'],
    ['listSheets s1', 'unreadable', 'spreadsheets/ID/spreadsheets/s1/sheets', 422, 'spreadsheet_unreadable'],
    ['listSheets s1', 'unavailable', 'spreadsheets/ID/spreadsheets/s1/sheets', 502, 'dependency_failed'],
    [
      'listColumns s1 T',
      'not_found',
      'spreadsheets/ID/spreadsheets/s1/sheets/T/columns',
      422,
      'spreadsheet_unreadable',
    ],
    [
      'listColumns s1 T',
      'unreadable',
      'spreadsheets/ID/spreadsheets/s1/sheets/T/columns',
      422,
      'spreadsheet_unreadable',
    ],
    ['listColumns s1 T', 'unavailable', 'spreadsheets/ID/spreadsheets/s1/sheets/T/columns', 502, 'dependency_failed'],
    ['listSpreadsheets', 'unavailable', 'spreadsheets/ID/spreadsheets', 502, 'dependency_failed'],
    ['listEventTypes', 'unavailable', 'scheduler/ID/event_types', 502, 'dependency_failed'],
  ] as const;
  it.each(faults)(
    '[AP42][AP43][AP44] what the provider says of %s: %s',
    async (call, failure, template, status, code) => {
      server.provider.failWith(call, failure);
      const answer = await client.call('GET', pathOf(`${root}/${template}`));
      server.provider.failWith(call, undefined);
      expect([answer.status, answer.code]).toEqual([status, code]);
    },
  );

  it.each(['spreadsheets', 'scheduler'] as const)('[AP47][AP48] %s: from the start to the account', async (kind) => {
    const started = await client.call('POST', `${root}/${kind}/connections`);
    const { id, url } = started.data as WireConnection;
    const expires_at = new Date(server.clock.now() + quarterMs).toISOString().slice(0, 19);
    const pending = { id, status: 'pending', expires_at };
    expect([started.status, started.data]).toEqual([201, { ...pending, url }]);
    expect(url).toMatch(/^https:\/\/bots\.acme\.test\/connect\/[\w-]{20,}$/);
    const path = `${root}/${kind}/connections/${id}`;
    expect(started.headers.get('location')).toBe(`https://bots.acme.test/v0-alpha${path}`);
    expect((await client.call('GET', path, { token: tokens.integrations })).data).toEqual(pending);

    const accountId = await server.answer(url, {
      externalId: kind,
      name: 'Bo',
      schedulingUrl: 'https://book.example/bo',
    });
    expect((await client.call('GET', path)).data).toEqual({ ...pending, status: 'connected', account_id: accountId });
    const other = kind === 'scheduler' ? 'spreadsheets' : 'scheduler';
    expect((await client.call('GET', `${root}/${other}/connections/${id}`)).code).toBe('connection_not_found');
  });

  it('[AP47] a connection that is declined, and one that is expired', async () => {
    const ids: string[] = [];
    for (const _ of [1, 2]) {
      const { id, url } = (await client.call('POST', starts[0])).data as WireConnection;
      ids.push(id);
      if (ids.length === 1) await server.decline(url);
    }
    server.clock.advance(quarterMs);
    const statuses = ids.map(async (id) => (await client.call('GET', `${starts[0]}/${id}`)).data);
    expect(await Promise.all(statuses)).toMatchObject([{ status: 'declined' }, { status: 'expired' }]);
  });

  it('[AP48] without a provider a start is 502', async () => {
    const bare = await startAccountServer({ store, hasProviders: false });
    const { call } = await connectClient(bare);
    for (const path of starts) expect((await call('POST', path)).code).toBe('dependency_failed');
    await bare.close();
  });

  it('[AP49][HT46] a start under a key answers the same again, and the link is not in the store', async () => {
    const { storage, dump } = openStore(store);
    const own = await startAccountServer({ storage });
    const { call } = await connectClient(own);
    const headers = { 'idempotency-key': 'a key' };
    const first = await call('POST', starts[0], { headers });
    const again = await call('POST', starts[0], { headers });
    expect([again.status, again.bytes, again.headers.get('location')]).toEqual([
      201,
      first.bytes,
      first.headers.get('location'),
    ]);
    const link = (first.data as WireConnection).url.split('/').at(-1) ?? '';
    const kept = JSON.stringify(dump());
    expect([kept.includes((first.data as WireConnection).id), kept.includes(link)]).toEqual([true, false]);
    expect((await call('POST', starts[0])).text).not.toBe(first.text);
    await own.close();
  });
});
