import type { ProviderFailure } from '@botwright/core/ports';
import { fetch as undiciFetch } from 'undici';
import { expect, it } from 'vitest';
import type { Trouble } from '../../test/servers/local-server.ts';
import { failureOf, providerError, startTrial } from '../../test/try-oauth.ts';
import type { Fetch } from './fetch.ts';
import type { ApiRequest } from './provider-calls.ts';

const accessToken = 'SECRET-access-token';

async function tryOnce(trouble: Trouble, changes: Partial<ApiRequest> = {}): Promise<unknown> {
  const waits = trouble === 'silent' || trouble === 'hangs';
  const { google, begin } = await startTrial({ timeoutMs: waits ? 300 : 10_000, maxBytes: 1_000 });
  google.fail(/files/, trouble);
  return failureOf(begin().request({ url: new URL(`${google.endpoints.drive}/files`), accessToken, ...changes }), [
    accessToken,
  ]);
}

it.for<[number, ProviderFailure]>([
  [201, 'unavailable'],
  [302, 'unavailable'],
  [304, 'unavailable'],
  [400, 'refused'],
  [401, 'revoked'],
  [403, 'refused'],
  [404, 'not_found'],
  [408, 'unavailable'],
  [410, 'refused'],
  [429, 'unavailable'],
  [500, 'unavailable'],
  [503, 'unavailable'],
  [999, 'unavailable'],
])('[PV6][PV7][PV10] %i is %s', async ([status, reason]) => {
  const headers = { location: '/elsewhere' };
  const body = status === 304 ? {} : { body: `{"error":"${accessToken}"}` };
  const message = status === 999 ? 'Example could not be reached.' : `Example answered ${status}.`;
  expect(await tryOnce({ status, headers, ...body })).toEqual(providerError(reason, message));
});

it.for<[number, ProviderFailure]>([
  [400, 'not_found'],
  [401, 'revoked'],
  [404, 'unreadable'],
  [500, 'unavailable'],
])('[PV6] a request can give a status its own meaning: %i is %s', async ([status, reason]) => {
  const meanings = { 400: 'not_found', 401: 'refused', 404: 'unreadable', 500: 'refused' } as const;
  expect(await tryOnce({ status, body: '{}' }, { meanings })).toMatchObject({ reason });
});

it.for<[string, Trouble, string]>([
  ['says nothing', 'silent', 'Example did not answer within 300 ms.'],
  ['stops in the middle', 'hangs', 'Example did not answer within 300 ms.'],
  ['drops the connection', 'drops', 'Example could not be reached (UND_ERR_SOCKET).'],
  ['never ends', 'endless', 'Example answered more than 1000 bytes.'],
  ['answers no JSON', { status: 200, body: accessToken }, 'Example answered no JSON.'],
  ['answers nothing', { status: 200 }, 'Example answered no JSON.'],
])('[PV7][PV8][PV9][PV10] a service that %s is unavailable', async ([, trouble, message]) => {
  expect(await tryOnce(trouble)).toEqual(providerError('unavailable', message));
});

it('[PV7] a service that is not there is unavailable', async () => {
  const { google, begin } = await startTrial();
  await google.close();
  const url = new URL(google.endpoints.drive);
  expect(await failureOf(begin().request({ url, accessToken }), [accessToken])).toEqual(
    providerError('unavailable', 'Example could not be reached (ECONNREFUSED).'),
  );
});

it('[PV7] a redirect is not followed', async () => {
  const { google, begin } = await startTrial();
  const url = new URL(`${google.endpoints.drive}/files`);
  google.fail(/files/, { status: 307, headers: { location: `${google.origin}/elsewhere` } });
  await failureOf(begin().request({ url, accessToken }), [accessToken]);
  expect(google.requests).toHaveLength(1);
});

it.for<[number, number | string]>([
  [1_000, 200],
  [1_001, 'too large'],
])('[PV9] of a bound of 1000 bytes an answer of %i is %s', async ([length, outcome]) => {
  const trouble = { status: 200, body: JSON.stringify('x'.repeat(length - 2)) };
  const answer = await tryOnce(trouble, { tooLarge: 'unreadable' });
  const message = 'Example answered more than 1000 bytes.';
  expect(answer).toEqual(outcome === 200 ? 'no failure' : providerError('unreadable', message));
});

it('[PV8] all requests of a call together have its time', async () => {
  let sent = 0;
  const fetch: Fetch = async () => {
    sent += 1;
    return sent === 1 ? new Response('{}') : new Promise(() => undefined);
  };
  const { begin } = await startTrial({ timeoutMs: 200, fetch });
  const request = { url: new URL('https://example.com/'), accessToken };
  const timedOut = providerError('unavailable', 'Example did not answer within 200 ms.');
  const call = begin();
  expect(await call.request(request)).toEqual({});
  expect(await failureOf(call.request(request), [])).toEqual(timedOut);
  expect(await failureOf(call.request(request), [])).toEqual(timedOut);
  expect(sent).toBe(2);
});

it('[PV8] a fetch of the host that ignores its signal delays nothing', async () => {
  const { begin } = await startTrial({ timeoutMs: 50, fetch: () => new Promise(() => undefined) });
  const timedOut = providerError('unavailable', 'Example did not answer within 50 ms.');
  const url = new URL('https://example.com/');
  expect(await failureOf(begin().request({ url, accessToken }), [])).toEqual(timedOut);

  const body = (async function* () {
    yield new TextEncoder().encode('{');
    await new Promise(() => undefined);
  })();
  const stuck: Fetch = async () => ({ status: 200, headers: new Headers(), body });
  const other = await startTrial({ timeoutMs: 50, fetch: stuck });
  expect(await failureOf(other.begin().request({ url, accessToken }), [])).toEqual(timedOut);
});

it("[PV10] a host's fetch that throws what it was given shows nothing of it", async () => {
  const fetch: Fetch = async (url, init) => {
    throw new Error(`no way to ${url} with ${JSON.stringify(init)}`, { cause: init });
  };
  const { begin } = await startTrial({ fetch });
  expect(
    await failureOf(begin().request({ url: new URL('https://example.com/'), accessToken }), [accessToken]),
  ).toEqual(providerError('unavailable', 'Example could not be reached.'));
});

it("[PV12] every request goes through the host's fetch, whichever it is", async () => {
  const sent: string[] = [];
  const fetch: Fetch = (url, init) => {
    sent.push(`${init.method} ${new URL(url).pathname}`);
    return undiciFetch(url, init);
  };
  const { google, begin, oauth } = await startTrial({ fetch });
  await oauth.revoke(begin(), { accessToken, scopes: [] });
  google.fail(/files/, { status: 200, body: '{"files":[]}' });
  const url = new URL(`${google.endpoints.drive}/files`);
  expect(await begin().request({ method: 'POST', url, accessToken, json: { a: [1] } })).toEqual({ files: [] });
  expect(sent).toEqual(['POST /revoke', 'POST /drive/v3/files']);
  const { headers, body } = google.requests[1] ?? {};
  expect({ authorization: headers?.['authorization'], type: headers?.['content-type'], body }).toEqual({
    authorization: `Bearer ${accessToken}`,
    type: 'application/json',
    body: '{"a":[1]}',
  });
});
