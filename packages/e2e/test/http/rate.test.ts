import { expect, it } from 'vitest';
import { send } from '../support/bots-client.ts';
import { tokens } from '../support/callers.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

async function statusesOf(server: TestServer, count: number, token: string = tokens.acme): Promise<readonly number[]> {
  const statuses = [];
  for (let index = 0; index < count; index += 1) {
    statuses.push((await send(server.url, 'GET', '/blocks?x', { token })).status);
  }
  return statuses;
}

it('[HT27][HT28] the request beyond the rate is 429, does not count, and the next second is free', async () => {
  const server = await startServer({ api: { rateLimit: 3 } });
  expect(await statusesOf(server, 5)).toEqual([200, 200, 200, 429, 429]);

  server.clock.advance(300);
  const refused = await send(server.url, 'GET', '/blocks');
  expect([refused.status, refused.code, refused.headers.get('retry-after')]).toEqual([429, 'too_many_requests', '1']);
  expect(await statusesOf(server, 1, tokens.globex)).toEqual([200]);

  server.clock.advance(700);
  expect(await statusesOf(server, 4)).toEqual([200, 200, 200, 429]);
  await server.close();
});

it('[HT27] the rate is 100 unless the host sets another, and 0 switches it off', async () => {
  const usual = await startServer({ api: { rateLimit: 100 } });
  expect((await statusesOf(usual, 101)).filter((status) => status === 200)).toHaveLength(100);
  await usual.close();

  const free = await startServer({ api: { rateLimit: 0 } });
  expect(new Set(await statusesOf(free, 110))).toEqual(new Set([200]));
  await free.close();
});

it('[HT27] a host can give its own limiter, which gets no credential', async () => {
  const keys: string[] = [];
  const rateLimiter = {
    async admit(key: string) {
      keys.push(key);
      return { kind: 'refused', retryAfterMs: 2_500 } as const;
    },
  };
  const server = await startServer({ api: { rateLimit: 5, rateLimiter } });
  const answer = await send(server.url, 'GET', '/blocks');
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '3']);
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  await server.close();
});
