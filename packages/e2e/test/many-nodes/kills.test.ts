import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrokenPromises } from '../../../cli/test/crash/find-broken-promises.ts';
import { startVisitors, type Visitors } from '../../../cli/test/crash/visitors.ts';
import { publishEchoBot, readConversation } from '../../../cli/test/support/echo-bot.ts';
import { type Receiver, startReceiver } from '../../../cli/test/support/receiver.ts';
import { type EmbeddedServer, startEmbedded } from '../../../storage/test/postgres/embedded-server.ts';
import { type LeaseWatch, watchLeases } from './lease-watch.ts';
import { agentToken, channelToken, type NodeGroup, startNodes } from './node-group.ts';

/** 6 by default; `BOTWRIGHT_KILLS=100 vitest run packages/e2e/test/many-nodes` for more. */
const kills = Number(process.env['BOTWRIGHT_KILLS'] ?? 6);
const nodeCount = 3;
/** The database is stopped before these kills. */
const stopsBefore = [Math.floor(kills / 3), Math.floor((2 * kills) / 3)];
/** The number of webhooks that a server sends at a time. */
const slots = 256;
const customers = ['ada', 'bob', 'cy', 'dee'];

describe(`${nodeCount} servers on one PostgreSQL, of which ${kills} are killed, and which is stopped twice`, () => {
  let database: EmbeddedServer;
  let receiver: Receiver;
  let group: NodeGroup;
  let watch: LeaseWatch;
  let writers: readonly Visitors[] = [];
  let conversations: readonly Awaited<ReturnType<typeof readConversation>>[] = [];
  let lastWorkMs = Number.NaN;

  const acknowledged = () => writers.flatMap((writer) => writer.acknowledged);
  const endedByThemselves = () => group.nodes.flatMap(({ lastWords }) => lastWords);

  function figures(): object {
    const { arrivals } = receiver;
    return {
      kills,
      acknowledged: acknowledged().length,
      answers: conversations.flatMap(({ answers }) => answers).length,
      arrivals: arrivals.length,
      repeats: arrivals.length - new Set(arrivals.map(({ path, uuid, attempt }) => `${path} ${uuid} ${attempt}`)).size,
      longestSilenceMs: Math.round(watch.longestSilenceMs),
      lastWorkMs: Math.round(lastWorkMs),
      refusedStarts: endedByThemselves().length,
    };
  }

  beforeAll(
    async () => {
      database = await startEmbedded();
      receiver = await startReceiver();
      group = await startNodes({
        count: nodeCount,
        database: database.url,
        webhookUrl: `${receiver.url}/chat`,
        onServing: ({ chat_url }, node) => writers[node]?.writeTo(chat_url),
      });
      const [first] = group.nodes;
      if (first === undefined) throw new Error('There is no node.');
      await publishEchoBot(await first.serving(), agentToken, `${receiver.url}/hook`);
      // A request that the server cannot answer because the database is away has a status from 500 on.
      // The pause leaves time for the results of each message: five deliveries.
      const habits = { pauseMs: 600, isLost: (status: number) => status >= 500 };
      writers = group.nodes.map(() => startVisitors(customers, channelToken, habits));
      for (const [index, node] of group.nodes.entries()) writers[index]?.writeTo((await node.serving()).chat_url);
      watch = watchLeases(database.url);
      for (let kill = 0; kill < kills; kill += 1) {
        if (stopsBefore.includes(kill)) {
          await database.stopImmediately();
          await pause(3_000);
          await database.start();
        }
        // Where starting takes long, kills at a fixed pace would leave no node that works.
        for (const node of group.nodes) await node.serving();
        await pause(1_000 + (kill % 4) * 700);
        await group.nodes[kill % nodeCount]?.kill();
      }
      for (const each of writers) await each.leave();
      const startedAt = performance.now();
      const { platform_url } = await first.serving();
      await watch.untilIdle();
      lastWorkMs = performance.now() - startedAt;
      conversations = await Promise.all(
        customers.map((customer) => readConversation(platform_url, agentToken, customer)),
      );
      if (process.env['BOTWRIGHT_KILLS'] !== undefined) process.stdout.write(`${JSON.stringify(figures())}\n`);
    },
    300_000 + kills * 30_000,
  );

  afterAll(async () => {
    await watch?.stop();
    await group?.end();
    await receiver?.close();
    await database?.stop();
  }, 60_000);

  it('received messages by every node', () => {
    expect(writers.map((writer) => writer.acknowledged.length > kills)).toEqual(writers.map(() => true));
  });

  it('[SV47][SV27] loses no message that was acknowledged, and every delivery arrives', () => {
    const evidence = {
      acknowledged: acknowledged(),
      answers: conversations.flatMap(({ answers }) => answers),
      arrivals: receiver.arrivals,
      slots,
      kills: kills + stopsBefore.length * nodeCount,
    };
    expect(findBrokenPromises(evidence)).toEqual([]);
  });

  it('[SV47][CV20] answers each customer in order, every message once', () => {
    expect(conversations.flatMap(({ disorder }) => disorder)).toEqual([]);
  });

  it('[CV18][DI2] takes over the work of a node that died within a minute', () => {
    expect(watch.longestSilenceMs).toBeLessThan(60_000);
  });

  it('[PG7] has no server that ended because the database was away, except servers that could not start', () => {
    expect(endedByThemselves().filter((words) => !isRefusedStart(words))).toEqual([]);
  });
});

/** A server that finds no database at its start reports it in one line and ends: its supervisor starts it again. */
function isRefusedStart(words: string): boolean {
  return /^botwright: The database \S+ cannot be used \(.*\)\.\n$/.test(words);
}
