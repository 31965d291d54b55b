import { expect, it } from 'vitest';
import { currentAdapters } from '../support/adapters.ts';
import { send } from '../support/bots-client.ts';
import { type PlatformServer, startPlatform, tokens } from '../support/start-platform.ts';
import { openStorages } from '../support/stores.ts';

it.each(['sqlite', 'postgres'] as const)(
  '[TK6][TK7] two servers on one database let ten requests of a token through together, on %s',
  async (store) => {
    const servers: PlatformServer[] = [];
    for (const storage of await openStorages(store, 2)) {
      servers.push(await startPlatform({ storage, api: { rateLimit: 10 } }));
    }
    const get = (index: number, token: string) =>
      send(servers[index % 2]?.platformUrl ?? '', 'GET', '/channels/', { token });

    const answers = await Promise.all(Array.from({ length: 25 }, (_, index) => get(index, tokens.acme)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(Array(15).fill('1'));
    expect(refused[0]?.json).toEqual({ errors: { non_field_errors: [expect.any(String)] } });

    for (let index = 0; index < 10; index += 1) expect((await get(index, tokens.globex)).status).toBe(200);
    expect((await get(0, tokens.globex)).status).toBe(429);
    for (const { clock } of servers) clock.advance(1_000);
    expect((await get(1, tokens.acme)).status).toBe(200);
    for (const server of servers) await server.close();
  },
);

it.each(currentAdapters)('[TK8][HA12] %s counts bad tokens by address, if its host gives one', async (adapter) => {
  const server = await startPlatform({ adapter, api: { failedTokenLimit: 3 } });
  const statuses = [];
  for (let index = 0; index < 4; index += 1) {
    statuses.push((await send(server.platformUrl, 'GET', '/channels/', { token: 'a-bad-token-000000' })).status);
  }
  const isKnown = adapter !== 'fetchHandler' && adapter !== 'honoHandler';
  expect(statuses).toEqual([401, 401, 401, isKnown ? 429 : 401]);
  expect((await send(server.platformUrl, 'GET', '/channels/', { token: tokens.acme })).status).toBe(200);
  await server.close();
});
