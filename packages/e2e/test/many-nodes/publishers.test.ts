import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, publishEchoBot } from '../../../cli/test/support/echo-bot.ts';
import { type PostgresServer, startPostgres } from '../../../storage/test/postgres/postgres-server.ts';
import { agentToken, type NodeGroup, startNodes } from './node-group.ts';

/** They publish concurrently, half of them on each node. A version names its publisher. */
const publishers = Array.from({ length: 64 }, (_, index) => ({
  token: `agent-token-of-publisher-${index}`,
  person: 100 + index,
}));

let database: PostgresServer;
let group: NodeGroup;

beforeAll(async () => {
  database = await startPostgres();
  group = await startNodes({ count: 2, database: database.url, webhookUrl: 'http://127.0.0.1:9/', tokens: publishers });
}, 240_000);

afterAll(async () => {
  await group?.end();
  await database?.stop();
}, 60_000);

interface Version {
  readonly id: string;
  readonly published_at: string;
  readonly published_by: number;
}

interface VersionPage {
  readonly data: readonly Version[];
  readonly meta: { readonly total: number };
}

it(`[SV47][VE28] ${publishers.length} publications of one bot at once, on two servers, are a history of what was acknowledged, in one order`, {
  timeout: 240_000,
}, async () => {
  const lines = await Promise.all(group.nodes.map((node) => node.serving()));
  const [first, second] = lines;
  if (first === undefined || second === undefined) throw new Error('There are two nodes.');
  const { botId } = await publishEchoBot(first, agentToken, 'http://127.0.0.1:9/');
  const versionsOf = (line: { readonly bots_url: string }) => `${line.bots_url}/bots/${botId}/versions`;
  const before = (await call(agentToken, 'GET', `${versionsOf(second)}?page_size=100`)) as VersionPage;

  await Promise.all(
    publishers.map(({ token }, index) => call(token, 'POST', versionsOf(index % 2 === 0 ? first : second))),
  );

  const pages = await Promise.all(
    lines.map(async (line) => (await call(agentToken, 'GET', `${versionsOf(line)}?page_size=100`)) as VersionPage),
  );
  expect(pages[1]).toEqual(pages[0]);
  const { data = [], meta } = pages[0] ?? {};
  expect(meta?.total).toBe(before.data.length + publishers.length);
  expect(data.slice(publishers.length)).toEqual(before.data);
  const persons = data.slice(0, publishers.length).map(({ published_by }) => published_by);
  expect(persons.toSorted((a, b) => a - b)).toEqual(publishers.map(({ person }) => person));
  const ids = data.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted().toReversed());
  const moments = data.map(({ published_at }) => Date.parse(published_at));
  expect(moments).toEqual(moments.toSorted((a, b) => b - a));
  for (const line of lines) {
    expect(await call(agentToken, 'GET', `${versionsOf(line)}/latest`)).toMatchObject({ data: { id: ids[0] } });
  }
});
