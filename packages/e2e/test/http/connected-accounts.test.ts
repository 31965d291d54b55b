import { pretendPeople } from '@botwright/core/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AccountServer, startAccountServer } from '../support/account-server.ts';
import { absentId } from '../support/bot-requests.ts';
import { type Client, connectClient } from '../support/bots-client.ts';
import { tokens } from '../support/callers.ts';
import { openStore, storeNames } from '../support/stores.ts';

const root = '/connected-accounts';
const bookingUrl = 'https://provider.example/book';
const quarterMs = 15 * 60 * 1_000;

/** Every operation, with the permission that it needs. */
const reads = [
  `${root}/spreadsheets`,
  `${root}/spreadsheets/ID/spreadsheets`,
  `${root}/spreadsheets/ID/spreadsheets/development-leads/sheets`,
  `${root}/spreadsheets/ID/spreadsheets/development-leads/sheets/Leads/columns`,
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
  /** Accounts of `acme`. */
  let sheets: string;
  let calendar: string;

  beforeAll(async () => {
    server = await startAccountServer({ store });
    client = await connectClient(server);
    sheets = await server.connect('spreadsheets');
    calendar = await server.connect('scheduler');
  });
  afterAll(() => server.close());
  beforeEach(() => {
    server.pretend.calls.length = 0;
  });

  function pathOf(template: string): string {
    const id = template.startsWith(`${root}/scheduler`) ? calendar : sheets;
    return template.replace('ID', id);
  }

  const lists = [
    ['[AP40][AP44] accounts', `${root}/spreadsheets`, () => [{ id: sheets, name: 'ada@example.com' }]],
    [
      '[AP41][AP44] files',
      `${root}/spreadsheets/ID/spreadsheets`,
      () => [{ spreadsheet_id: 'development-leads', name: 'Leads (development)' }],
    ],
    [
      '[AP42][AP44] tabs',
      `${root}/spreadsheets/ID/spreadsheets/development-leads/sheets`,
      () => [{ title: 'Leads', id: '0' }],
    ],
    [
      '[AP43][AP44] columns',
      `${root}/spreadsheets/ID/spreadsheets/development-leads/sheets/Leads/columns`,
      () => [
        { number: 1, header: 'Name' },
        { number: 2, header: 'Email' },
        { number: 4, header: 'Date' },
      ],
    ],
    [
      '[AP45][AP44] scheduler accounts',
      `${root}/scheduler`,
      () => [{ id: calendar, name: 'Ada Example', scheduling_url: bookingUrl }],
    ],
    [
      '[AP46][AP44] event types',
      `${root}/scheduler/ID/event_types`,
      () => [
        { name: 'Short call', scheduling_url: `${bookingUrl}?type=short`, duration_minutes: 15 },
        { name: 'Demonstration', scheduling_url: `${bookingUrl}?type=demonstration`, duration_minutes: 45 },
      ],
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
    const [ada, ben] = pretendPeople;
    for (const person of [ben, ada, ben]) {
      own.clock.advance(1_000);
      ids.push(await own.connect('spreadsheets', person), await own.connect('scheduler', person));
    }
    const names = async (kind: string) =>
      ((await call('GET', `${root}/${kind}`)).data as { name: string }[]).map(({ name }) => name);
    expect([await names('spreadsheets'), await names('scheduler')]).toEqual([
      [ben.email, ada.email],
      [ben.name, ada.name, ben.name],
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
    const asked: unknown[] = [];
    server.pretend.before('listColumns', (_token, ...place) => void asked.push(...place));
    expect((await server.raw('GET', pathOf(template))).status).toBe(422);
    expect(asked).toEqual(['s/1', title]);
  });

  it('[AP43] a title with a bad escape is malformed, and the provider is not asked', async () => {
    const answer = await server.raw(
      'GET',
      pathOf(`${root}/spreadsheets/ID/spreadsheets/development-leads/sheets/%ff/columns`),
    );
    expect([answer.status, answer.code, server.pretend.calls]).toEqual([400, 'invalid_parameters', []]);
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
    // Neither an invalid id nor an id of the other kind is found.
    const other = await client.call('GET', at(kind === 'scheduler' ? sheets : calendar, 'none'));
    expect(other.bytes).toBe(absent.bytes);
    expect(server.pretend.calls).toEqual([]);
  });

  const faults = [
    ['listSheets', 'not_found', 'spreadsheets/ID/spreadsheets/development-leads/sheets', 422, 'spreadsheet_unreadable'],
    [
      'listSheets',
      'unreadable',
      'spreadsheets/ID/spreadsheets/development-leads/sheets',
      422,
      'spreadsheet_unreadable',
    ],
    ['listSheets', 'unavailable', 'spreadsheets/ID/spreadsheets/development-leads/sheets', 502, 'dependency_failed'],
    [
      'listColumns',
      'not_found',
      'spreadsheets/ID/spreadsheets/development-leads/sheets/T/columns',
      422,
      'spreadsheet_unreadable',
    ],
    [
      'listColumns',
      'unreadable',
      'spreadsheets/ID/spreadsheets/development-leads/sheets/T/columns',
      422,
      'spreadsheet_unreadable',
    ],
    [
      'listColumns',
      'unavailable',
      'spreadsheets/ID/spreadsheets/development-leads/sheets/T/columns',
      502,
      'dependency_failed',
    ],
    ['listSpreadsheets', 'unavailable', 'spreadsheets/ID/spreadsheets', 502, 'dependency_failed'],
    ['listEventTypes', 'unavailable', 'scheduler/ID/event_types', 502, 'dependency_failed'],
  ] as const;
  it.each(faults)(
    '[AP42][AP43][AP44] what the provider says of %s: %s',
    async (call, failure, template, status, code) => {
      server.pretend.fail(call, failure);
      const answer = await client.call('GET', pathOf(`${root}/${template}`));
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

    const accountId = await server.answer(url, pretendPeople[1]);
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
    const { storage, dump } = await openStore(store);
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
    const kept = JSON.stringify(await dump());
    expect([kept.includes((first.data as WireConnection).id), kept.includes(link)]).toEqual([true, false]);
    expect((await call('POST', starts[0])).text).not.toBe(first.text);
    await own.close();
  });
});
