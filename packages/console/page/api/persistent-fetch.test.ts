import { expect, it } from 'vitest';
import { type Connection, createPersistentFetch } from './persistent-fetch.ts';

type Outcome = Response | Error;

/** A browser whose requests have these outcomes, in order. */
function browserWith(...outcomes: readonly Outcome[]) {
  const left = [...outcomes];
  const log: string[] = [];
  const browser = { isOnline: true, signedIn: 0 };
  const fetch = createPersistentFetch({
    async fetch(url, { method = 'GET', signal }) {
      log.push(`${method} ${url}`);
      signal?.throwIfAborted();
      const outcome = left.shift();
      if (outcome === undefined) throw new Error('No outcome is left.');
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    now: () => 1_000,
    async wait(ms) {
      log.push(`wait ${ms}`);
      browser.isOnline = true;
    },
    isOnline: () => browser.isOnline,
    async signIn() {
      log.push('sign in');
    },
    show: (connection: Connection) => {
      log.push(connection.kind);
    },
  });
  return { fetch, log, browser };
}

const broken = new TypeError('Failed to fetch');
const answer = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });

it('[CO32] a request beyond the rate continues after the server’s wait', async () => {
  const { fetch, log } = browserWith(answer(429, { 'retry-after': '3' }), answer(429), answer(201));
  const response = await fetch('/a', { method: 'POST' });
  expect(response.status).toBe(201);
  expect(log).toEqual(['POST /a', 'limited', 'wait 3000', 'POST /a', 'limited', 'wait 1000', 'POST /a', 'ok']);
});

it('[CO31] a request whose session has ended waits for a sign-in, and is repeated with any method', async () => {
  const { fetch, log } = browserWith(answer(401), answer(204));
  expect((await fetch('/a', { method: 'DELETE' })).status).toBe(204);
  expect(log).toEqual(['DELETE /a', 'ok', 'sign in', 'DELETE /a', 'ok']);
});

it('[CO32] a read continues when the connection is back, with waits that grow to a bound', async () => {
  const { fetch, log } = browserWith(...Array.from({ length: 6 }, () => broken), answer(200));
  expect((await fetch('/a', {})).status).toBe(200);
  const waits = log.filter((line) => line.startsWith('wait'));
  expect(waits).toEqual(['wait 500', 'wait 1000', 'wait 2000', 'wait 4000', 'wait 8000', 'wait 8000']);
  expect(log.filter((line) => line === 'offline')).toHaveLength(6);
});

it('[CO32] a write whose connection broke is not sent again: it may have had its effect', async () => {
  const { fetch, log } = browserWith(broken, answer(200));
  await expect(fetch('/a', { method: 'PUT' })).rejects.toBe(broken);
  expect(log).toEqual(['PUT /a']);
});

it('[CO32] a write that was never sent because the browser is offline waits', async () => {
  const { fetch, log, browser } = browserWith(answer(200));
  browser.isOnline = false;
  expect((await fetch('/a', { method: 'PUT' })).status).toBe(200);
  expect(log).toEqual(['offline', 'wait 500', 'PUT /a', 'ok']);
});

it('[CO31] a caller can abort a request, but a time-out does not end the wait for a person', async () => {
  const { fetch } = browserWith(answer(200));
  const reason = new DOMException('The caller waits no longer.', 'TimeoutError');
  expect((await fetch('/a', { signal: AbortSignal.abort(reason) })).status).toBe(200);
  const gone = new Error('The view is gone.');
  await expect(fetch('/a', { signal: AbortSignal.abort(gone) })).rejects.toBe(gone);
});
