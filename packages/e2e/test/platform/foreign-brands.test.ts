import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readsOf } from '../../../core/test/stored-records.ts';
import { send } from '../support/bots-client.ts';
import { type PlatformServer, startPlatform, tokens } from '../support/start-platform.ts';
import { storeNames } from '../support/stores.ts';

const requests = [
  ['GET', '/channels/CHANNEL/', undefined],
  ['GET', '/channels/CHANNEL/message_hooks/', undefined],
  ['GET', '/channels/CHANNEL/message_hooks/?limit=x', undefined],
  ['POST', '/channels/CHANNEL/message_hooks/', { url: 'https://x.test/' }],
  ['POST', '/channels/CHANNEL/message_hooks/', { url: 5 }],
  ['GET', '/channels/CHANNEL/message_hooks/HOOK/', undefined],
  ['PATCH', '/channels/CHANNEL/message_hooks/HOOK/', { token: 'x' }],
  ['PATCH', '/channels/CHANNEL/message_hooks/HOOK/', {}],
  ['DELETE', '/channels/CHANNEL/message_hooks/HOOK/', undefined],
  ['GET', '/customers/CUSTOMER/', undefined],
  ['DELETE', '/customers/CUSTOMER/', undefined],
  ['PATCH', '/customers/CUSTOMER/', { name: 'Ann' }],
  ['PATCH', '/customers/CUSTOMER/', { agent_id: 5 }],
  ...[
    'archive',
    'unarchive',
    'block',
    'unblock',
    'opt_in',
    'opt_out',
    'unassign',
    'assign',
    'assign/50',
    'assign/x',
    'assign_bot/1',
  ].map((action) => ['PUT', `/customers/CUSTOMER/${action}/`, undefined] as const),
  ['GET', '/customers/CUSTOMER/fields/city/', undefined],
  ['DELETE', '/customers/CUSTOMER/fields/city/', undefined],
  ['PUT', '/customers/CUSTOMER/fields/city/', { type: 'string', value: 'Vigo' }],
  ['POST', '/customers/CUSTOMER/fields/id/', { type: 'none' }],
  ['GET', '/customers/CUSTOMER/messages/', undefined],
  ['POST', '/customers/CUSTOMER/send_text/', { message: 'Hello' }],
  ['POST', '/customers/CUSTOMER/send_image/', {}],
  ['POST', '/customers/CUSTOMER/send_location/', { latitude: 'x' }],
] as const;

const callers = [
  ['another brand', tokens.globex],
  ['another workspace', tokens.acmeOne],
] as const;

describe.each(storeNames)('what is not the caller’s, on %s', (store) => {
  let server: PlatformServer;
  let hook: number;
  let customer: number;

  beforeAll(async () => {
    server = await startPlatform({ store });
    const acme = server.engine.as({ brand: 'acme', person: 7, workspaces: [1, 2], permissions: [] });
    hook = (await acme.hooks.create(server.channels.two, { url: 'https://crm.acme.test/' })).number;
    const fields = { city: { type: 'string', value: 'Vigo' } } as const;
    customer = await server.newCustomer(server.channels.two, { fields });
  });
  afterAll(() => server.close());

  it.each(
    callers.flatMap(([who, token]) =>
      requests.map(([method, path, body]) => [who, method, path, token, body] as const),
    ),
  )('[PL25] to %s, %s %s answers byte for byte what an absent thing does', async (_, method, path, token, body) => {
    const filled = path
      .replace('CHANNEL', String(server.channels.two))
      .replace('HOOK', String(hook))
      .replace('CUSTOMER', String(customer));
    const nothing = path.replace(/CHANNEL|HOOK|CUSTOMER/g, '999999');
    const absent = await send(server.platformUrl, method, nothing, { token, body });
    expect(absent.status).toBe(404);
    const foreign = await send(server.platformUrl, method, filled, { token, body });
    expect(foreign.bytes).toBe(absent.bytes);
    const still = await send(server.platformUrl, 'GET', `/customers/${customer}/fields/city/`, { token: tokens.acme });
    expect(still.status).toBe(200);
  });

  it.each(callers)('[PL25] no list shows it to %s', async (_, token) => {
    const channels = await send(server.platformUrl, 'GET', '/channels/', { token });
    const customers = await send(server.platformUrl, 'GET', `/customers/?channel_id=${server.channels.two}`, { token });
    const search = '/customers/?search_by=name&search=cleo';
    const found = await send(server.platformUrl, 'GET', search, { token });
    expect(found.text).toBe('{"success":true,"total":0,"customers":[]}');
    expect(channels.text).not.toContain('Site');
    expect(customers.text).toBe('{"success":true,"total":0,"customers":[]}');
  });

  it('[PL25] a test channel is not found', async () => {
    const { id } = await server.engine
      .as({ brand: 'acme', person: 7, workspaces: [1], permissions: ['edit_bots', 'view_bots'] })
      .bots.create({ name: 'Sales', channelFamily: 'native' });
    const channels = await readsOf(server.storage).load({ kind: 'channelsOfBot', botId: id });
    const test = channels.find(({ purpose }) => purpose === 'test')?.number;
    const [real, absent] = await Promise.all(
      [test, 999_999].map((number) => send(server.platformUrl, 'GET', `/channels/${number}/`, { token: tokens.acme })),
    );
    expect([real?.status, real?.bytes]).toEqual([404, absent?.bytes]);
  });
});
