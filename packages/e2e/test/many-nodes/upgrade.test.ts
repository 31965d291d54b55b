import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startVisitors, type Visitors } from '../../../cli/test/crash/visitors.ts';
import { publishEchoBot, readConversation } from '../../../cli/test/support/echo-bot.ts';
import { type Receiver, startReceiver } from '../../../cli/test/support/receiver.ts';
import { type PostgresServer, startPostgres } from '../../../storage/test/postgres/postgres-server.ts';
import { agentToken, channelToken, type NodeGroup, startNodes } from './node-group.ts';

let database: PostgresServer;
let receiver: Receiver;
let group: NodeGroup;
let writer: Visitors | undefined;

beforeAll(async () => {
  database = await startPostgres();
  receiver = await startReceiver();
  group = await startNodes({
    count: 2,
    database: database.url,
    webhookUrl: `${receiver.url}/chat`,
    onServing: ({ chat_url }, node) => (node === 0 ? writer?.writeTo(chat_url) : undefined),
  });
}, 240_000);

afterAll(async () => {
  await group?.end();
  await receiver?.close();
  await database?.stop();
}, 60_000);

it('[PG3] a server refuses the schema of a later release, and the servers that work on it are not disturbed', {
  timeout: 240_000,
}, async () => {
  const [first, second] = group.nodes;
  if (first === undefined || second === undefined) throw new Error('There are two nodes.');
  const { chat_url, platform_url } = await first.serving();
  await publishEchoBot(await first.serving(), agentToken, `${receiver.url}/hook`);
  // Any refused request fails the test.
  const visitors = startVisitors(['ada'], channelToken, { pauseMs: 20 });
  writer = visitors;
  visitors.writeTo(chat_url);
  const untilMore = async (count: number) => {
    for (const most = visitors.acknowledged.length + count; visitors.acknowledged.length < most; ) await pause(50);
  };

  await untilMore(10);
  const changed = await database.pool.query('UPDATE botwright.schema_version SET version = version + 1');
  expect(changed.rowCount).toBe(1);
  await second.kill('SIGTERM');
  while (second.lastWords.length === 0) await pause(50);
  const { host, pathname } = new URL(database.url);
  expect(second.lastWords[0]).toBe(
    `botwright: The database ${host}${pathname} cannot be used (The schema botwright is at version 4; ` +
      'this release works with version 3.).\n',
  );
  await untilMore(10);
  await visitors.leave();
  expect((await readConversation(platform_url, agentToken, 'ada')).disorder).toEqual([]);
  expect(first.lastWords).toEqual([]);
});
