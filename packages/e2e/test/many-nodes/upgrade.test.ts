import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBrokenPromises } from '../../../cli/test/crash/find-broken-promises.ts';
import { startVisitors, type Visitors } from '../../../cli/test/crash/visitors.ts';
import { publishEchoBot, readConversation } from '../../../cli/test/support/echo-bot.ts';
import { type Receiver, startReceiver } from '../../../cli/test/support/receiver.ts';
import { knownVersion, type LaterMigration, migrateFurther } from '../../../storage-postgres/test/later-release.ts';
import { type PostgresServer, startPostgres } from '../../../storage-postgres/test/postgres-server.ts';
import { type LeaseWatch, watchLeases } from './lease-watch.ts';
import { agentToken, channelToken, type NodeGroup, startNodes } from './node-group.ts';

const customers = ['ada', 'bob', 'cy'];
/** The number of webhooks that a server sends at a time. */
const slots = 256;

const usedTables = ['bots', 'channels', 'customers', 'messages', 'conversations', 'conversation_work', 'deliveries'];
/** The additions of a later release to the tables of conversations and deliveries. */
const expanding: readonly LaterMigration[] = usedTables.map((table) => ({
  sql: `ALTER TABLE ${table} ADD COLUMN later text NOT NULL DEFAULT 'none'`,
}));
const expanded = knownVersion + expanding.length;
/** The removals of the release after that one. */
const contracting: LaterMigration = { sql: 'ALTER TABLE customers DROP COLUMN phone', needs: expanded };

let database: PostgresServer;
let receiver: Receiver;
let group: NodeGroup;
let watch: LeaseWatch;
let writers: readonly Visitors[] = [];

beforeAll(async () => {
  database = await startPostgres();
  receiver = await startReceiver();
  group = await startNodes({
    count: 2,
    database: database.url,
    webhookUrl: `${receiver.url}/chat`,
    onServing: ({ chat_url }, node) => writers[node]?.writeTo(chat_url),
  });
  watch = watchLeases(database.url);
}, 240_000);

afterAll(async () => {
  await group?.end();
  await watch?.stop();
  await receiver?.close();
  await database?.stop();
}, 60_000);

const migrateTo = (...later: readonly LaterMigration[]) => migrateFurther(database.pool, 'botwright', later);

it('[PG3][PG15] servers work on while a newer one migrates, and start on its schema until it needs a newer release', {
  timeout: 240_000,
}, async () => {
  const [first, second] = group.nodes;
  if (first === undefined || second === undefined) throw new Error('There are two nodes.');
  await publishEchoBot(await first.serving(), agentToken, `${receiver.url}/hook`);
  // Any refused request fails the test.
  writers = group.nodes.map(() => startVisitors(customers, channelToken, { pauseMs: 20 }));
  for (const [index, node] of group.nodes.entries()) writers[index]?.writeTo((await node.serving()).chat_url);
  const acknowledged = () => writers.flatMap((writer) => writer.acknowledged);
  const untilAcknowledged = async (count: number) => {
    while (acknowledged().length < count) await pause(50);
  };

  await untilAcknowledged(40);
  await migrateTo(...expanding);
  await untilAcknowledged(acknowledged().length + 40);
  await second.kill('SIGTERM');
  await second.serving();
  await untilAcknowledged(acknowledged().length + 40);
  for (const writer of writers) await writer.leave();
  await watch.untilIdle();
  const { platform_url } = await first.serving();
  const conversations = await Promise.all(customers.map((each) => readConversation(platform_url, agentToken, each)));
  expect(conversations.flatMap(({ disorder }) => disorder)).toEqual([]);
  const answers = conversations.flatMap((conversation) => conversation.answers);
  const evidence = { acknowledged: acknowledged(), answers, arrivals: receiver.arrivals, slots, kills: 1 };
  expect(findBrokenPromises(evidence)).toEqual([]);
  expect(group.nodes.flatMap(({ lastWords }) => lastWords)).toEqual([]);

  await migrateTo(...expanding, contracting);
  await second.kill('SIGTERM');
  while (second.lastWords.length === 0) await pause(50);
  const { host, pathname } = new URL(database.url);
  expect(second.lastWords[0]).toBe(
    `botwright: The database ${host}${pathname} cannot be used (The schema botwright is at version ${expanded + 1}, ` +
      `made by a newer release; it needs a release that knows version ${expanded}, and this one knows ${knownVersion}.).\n`,
  );
});
