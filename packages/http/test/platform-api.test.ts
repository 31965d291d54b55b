import { describe, expect, it } from 'vitest';
import { createPlatformApi, type TextResponse } from '../src/index.ts';
import { agentToken, ask, doubles, publicUrl, type Request } from './doubles.ts';

function open() {
  const parts = doubles();
  const api = createPlatformApi({ ...parts, publicUrl, rateLimit: 0 });
  const call = (method: string, path: string, request: Request = {}): Promise<TextResponse> =>
    ask(api, method, `/v1${path}`, { token: agentToken, ...request });
  return { ...parts, call };
}

const channel = {
  id: 4,
  uuid: '00000000-0000-4000-8000-000000000004',
  name: 'CRM',
  type: 'apichat',
  active: true,
  created_at: 1_790_000_000.5,
};
const customer = {
  id: 31,
  name: 'Ann',
  email: '',
  phone: '',
  agent_id: null,
  archived: false,
  opt_in: true,
  register_date: 1_790_000_000,
  channel_id: 4,
  unread: 0,
  last_message_at: null,
  city: 'Vigo',
};
const message = {
  uuid: '00000000-0000-4000-8000-0000000000aa',
  seq: 1,
  type: 'text',
  timestamp: 1_790_000_001.25,
  data: { body: 'Hello' },
  sender: { id: 7, name: 'Sam', type: 'agent' },
};
const hook = {
  id: 9,
  channel_id: 4,
  url: 'https://crm.acme.test/in?key=1',
  token: 'secret',
  name: 'CRM',
  order: 'customer',
  active: true,
  created_at: 1_790_000_000,
  updated_at: 1_790_000_002,
};
const done = { success: true };
const body = { anything: 1 };

const list = (key: string, item: unknown) => ({ success: true, total: 1, [key]: [item] });

describe('[PL1][PL2][PL3][PL7][PL26] without any permission, every operation calls its use-case and responds in its envelope:', () => {
  it.each([
    ['[PL11] GET', '/channels/', 200, list('channels', channel), ['channels.list', {}]],
    ['[PL10] GET', '/channels/4/', 200, { success: true, channel }, ['channels.get', 4]],
    ['[PL20] GET', '/channels/4/message_hooks/', 200, list('hooks', hook), ['hooks.list', 4, {}]],
    ['[PL21] POST', '/channels/4/message_hooks/', 201, { success: true, hook }, ['hooks.create', 4, body]],
    ['[PL20] GET', '/channels/4/message_hooks/9/', 200, { success: true, hook }, ['hooks.get', 4, 9]],
    ['[PL22] PATCH', '/channels/4/message_hooks/9/', 200, { success: true, hook }, ['hooks.update', 4, 9, body]],
    ['[PL23] DELETE', '/channels/4/message_hooks/9/', 204, undefined, ['hooks.delete', 4, 9]],
    ['[PL14] GET', '/customers/', 200, list('customers', customer), ['customers.list', {}]],
    ['[PL12] GET', '/customers/31/', 200, { success: true, customer }, ['customers.get', 31]],
    ['[PL28] PATCH', '/customers/31/', 200, { success: true, customer }, ['customers.update', 31, body]],
    ['[PL15] DELETE', '/customers/31/', 204, undefined, ['customers.delete', 31]],
    ['[PL17] PUT', '/customers/31/archive/', 200, done, ['customers.archive', 31]],
    ['[PL17] PUT', '/customers/31/unarchive/', 200, done, ['customers.unarchive', 31]],
    ['[PL17] PUT', '/customers/31/block/', 200, done, ['customers.block', 31]],
    ['[PL17] PUT', '/customers/31/unblock/', 200, done, ['customers.unblock', 31]],
    ['[PL31] PUT', '/customers/31/opt_in/', 200, done, ['customers.optIn', 31]],
    ['[PL31] PUT', '/customers/31/opt_out/', 200, done, ['customers.optOut', 31]],
    ['[PL29] PUT', '/customers/31/assign/', 200, done, ['customers.assign', 31]],
    ['[PL17] PUT', '/customers/31/assign/-7/', 200, done, ['customers.assign', 31, -7]],
    ['[PL17] PUT', '/customers/31/assign_bot/3/', 200, done, ['customers.assignBot', 31, 3, body]],
    ['[PL17] PUT', '/customers/31/unassign/', 200, done, ['customers.unassign', 31]],
    [
      '[PL16] GET',
      '/customers/31/fields/a%2Fb%20%C3%A9/',
      200,
      { success: true, field: { name: 'a/b é', type: 'string', value: 'Vigo' } },
      ['customers.getField', 31, 'a/b é'],
    ],
    ...(['POST', 'PUT'] as const).map(
      (method) =>
        [
          `[PL16] ${method}`,
          '/customers/31/fields/__proto__/',
          200,
          { success: true, field: { name: '__proto__', type: 'integer', value: 5 } },
          ['customers.setField', 31, '__proto__', body],
        ] as const,
    ),
    ['[PL30] DELETE', '/customers/31/fields/a%2Fb/', 204, undefined, ['customers.deleteField', 31, 'a/b']],
    ['[PL19] GET', '/customers/31/messages/', 200, list('messages', message), ['messages.list', 31, {}]],
    ['[PL18] POST', '/customers/31/send_text/', 200, done, ['messages.send', 31, 'text', body]],
    ['[PL18] POST', '/customers/31/send_image/', 200, done, ['messages.send', 31, 'image', body]],
    ['[PL18] POST', '/customers/31/send_location/', 200, done, ['messages.send', 31, 'location', body]],
  ] as const)('%s %s', async (title, path, status, expected, called) => {
    const { call, calls } = open();
    const answer = await call(title.split(' ')[1] ?? '', path, { json: body });
    expect([answer.status, answer.body && JSON.parse(answer.body)]).toEqual([status, expected]);
    expect(calls).toEqual([called]);
  });
});

it.for([
  ['limit=5&offset=0', { limit: 5, offset: 0 }],
  ['active=true&type=a+b%2B', { active: true, type: 'a b+' }],
  ['limit=abc&active=yes', { limit: 'abc', active: 'yes' }],
  ['limit=1e3&offset=&active=', { limit: '1e3', offset: '', active: '' }],
  ['limit=1&limit=1', { limit: [1, 1] }],
  ['unknown=1&unknown=2&__proto__=1', {}],
  ['agent_id=5', {}],
] as const)('[PL4][PL11][TK11] the query %s goes to the engine as it is', async ([query, expected]) => {
  const { call, calls } = open();
  await call('GET', `/channels/?${query}`);
  expect(calls).toEqual([['channels.list', expected]]);
});

it.for([
  ['agent_id=null&channel_id=4', { agentId: null, channel: 4 }],
  ['agent_id=-7&archived=false&opt_in=true', { agentId: -7, archived: false, optIn: true }],
  ['search_by=name&search=a+b%2B', { searchBy: 'name', search: 'a b+' }],
  ['search=5&search_by=x', { searchBy: 'x', search: '5' }],
  ['agent_id=none&opt_in=null&channel_id=null', { agentId: 'none', optIn: 'null', channel: 'null' }],
] as const)('[PL14][TK11] the query %s of customers too', async ([query, expected]) => {
  const { call, calls } = open();
  await call('GET', `/customers/?${query}`);
  expect(calls).toEqual([['customers.list', expected]]);
});

it.each(['limit=%zz', 'x=%', 'type=%ff', 'type=é'])('[TK16] the query %s is malformed', async (query) => {
  const { call, calls } = open();
  expect((await call('GET', `/channels/?${query}`)).status).toBe(400);
  expect(calls).toEqual([]);
});

it.each(['abc', '1.5', '01', '+1', '1e3', ' 1', '9007199254740993000', 'NaN'])('[PL8] %s is not found', async (id) => {
  const { call, calls } = open();
  await call('GET', `/customers/${encodeURIComponent(id)}/`);
  expect(calls).toEqual([['customers.get', Number.NaN]]);
});

it('[TK19] the body of an operation that takes none is not read', async () => {
  const { call } = open();
  expect((await call('PUT', '/customers/31/archive/', { raw: '{' })).status).toBe(200);
});

it('[PL17] an assignment to a bot needs no body', async () => {
  const { call, calls } = open();
  expect((await call('PUT', '/customers/31/assign_bot/3/')).status).toBe(200);
  expect(calls).toEqual([['customers.assignBot', 31, 3, undefined]]);
});

it.each([
  ['', 2, 2],
  ['?limit=1', 2, 1],
  ['?offset=1', 2, 1],
  ['?offset=2', 2, 0],
  ['?limit=0', 2, 0],
] as const)(
  '[PL4][PL24] templates%s are listed with limit and offset like other lists',
  async (query, total, shown) => {
    const { call } = open();
    const { body: text = '' } = await call('GET', `/channels/msgapp/templates/${query}`);
    const answer = JSON.parse(text);
    expect([answer.success, answer.total, answer.templates.length]).toEqual([true, total, shown]);
  },
);

it('[PL24][TK11] templates: a bad limit or offset is 422, and the host can provide its own', async () => {
  const { call } = open();
  const refused = await call('GET', '/channels/msgapp/templates/?limit=101&offset=x');
  expect([refused.status, refused.body]).toEqual([
    422,
    '{"errors":{"offset":["Expected an integer from 0."],"limit":["Expected an integer from 0 to 100."]}}',
  ]);
  const own = { id: 'bye', name: 'Bye', language: 'gl', category: 'utility', body: 'Ata logo' };
  const api = createPlatformApi({ ...doubles(), publicUrl, templates: [own] });
  const { body: text = '' } = await ask(api, 'GET', '/v1/channels/msgapp/templates/', { token: agentToken });
  expect(JSON.parse(text)).toEqual({ success: true, total: 1, templates: [own] });
});
