import { isApiError } from '@botwright/client';
import { expect, it } from 'vitest';
import { createConsoleClient } from './console-client.ts';

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

function clientOf(respond: (sent: Sent) => Response) {
  const sent: Sent[] = [];
  const client = createConsoleClient('http://host.test/console/api', async (url, init) => {
    sent.push({ url, init });
    return respond({ url, init });
  });
  return { client, sent };
}

it('sends the given parameters, and returns the data', async () => {
  const { client, sent } = clientOf(() => Response.json({ data: [], total: 0 }));
  expect(await client.deliveries({ state: undefined, offset: 20, limit: 10 })).toEqual({ items: [], total: 0 });
  expect(await client.delivery('a/b')).toEqual([]);
  await client.replay('d1');
  expect(sent.map(({ url, init }) => `${init.method} ${url.slice('http://host.test'.length)}`)).toEqual([
    'GET /console/api/deliveries?offset=20&limit=10',
    'GET /console/api/deliveries/a%2Fb',
    'POST /console/api/deliveries/d1/replay',
  ]);
});

it('asks for accounts of a kind of the host, and starts a connection once', async () => {
  const { client, sent } = clientOf(() => Response.json({ data: {} }));
  await client.accounts('crm');
  await client.connectAccount('crm', 'key-1');
  await client.accountConnection('crm', 'c1');
  expect(sent.map(({ url, init: { method, headers } }) => [method, url.slice(28), headers])).toMatchObject([
    ['GET', '/v0-alpha/connected-accounts/crm', {}],
    ['POST', '/v0-alpha/connected-accounts/crm/connections', { 'idempotency-key': 'key-1' }],
    ['GET', '/v0-alpha/connected-accounts/crm/connections/c1', {}],
  ]);
});

it('signs in with a code, and out', async () => {
  const { client, sent } = clientOf(() => new Response(null, { status: 204 }));
  await client.signIn('abc');
  await client.signOut();
  expect(sent.map(({ init: { method, body } }) => [method, body])).toEqual([
    ['POST', '{"code":"abc"}'],
    ['DELETE', undefined],
  ]);
});

it('an error has the code and the message of the server', async () => {
  const { client } = clientOf(() =>
    Response.json({ error: { code: 'customer_not_found', message: 'No such customer.' } }, { status: 404 }),
  );
  const error = await client.conversation(7).catch((problem: unknown) => problem);
  expect(isApiError(error) && [error.code, error.status, error.problem]).toEqual([
    'customer_not_found',
    404,
    'No such customer.',
  ]);
});

it('a foreign response, and a broken connection, are errors with codes', async () => {
  const strange = clientOf(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await expect(strange.client.session()).rejects.toMatchObject({ code: 'unexpected_response', status: 502 });
  const broken = clientOf(() => {
    throw new TypeError('Failed to fetch');
  });
  await expect(broken.client.session()).rejects.toMatchObject({ code: 'unreachable' });
});
