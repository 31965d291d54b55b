import type { Workers } from '@botwright/core';
import { conversationRunner } from '@botwright/core/runner';
import { undiciSender } from '@botwright/sender-undici';
import { postgresStorage } from '@botwright/storage/postgres';
import { repeatAtOnce } from '../harness/load.ts';
import { brand } from '../stores/write-records.ts';
import { engineOf, reportFault as onFault } from './bench-engine.ts';

/** One of the engines on a database, in a separate process: executes the orders of its parent. */
const [url = '', schema = '', connections = ''] = process.argv.slice(2);
const storage = await postgresStorage({ url, schema, connections: Number(connections) });
const sender = undiciSender({ allowedCidrs: ['127.0.0.0/8'] });
const { engine, caller } = engineOf({ storage, sender, runner: conversationRunner() });
/** Absent while they are stopped. */
const running: { workers?: Workers } = {};

const orders = {
  /** Starts the workers. @param slots - Deliveries under way at a time; a brand gets half of them. */
  start(slots: number): void {
    running.workers = engine.startWorkers({ deliveries: { slots, onFault }, conversations: { onFault } });
  },
  async stop(): Promise<void> {
    await running.workers?.stop();
    delete running.workers;
  },
  /** The processor time that the process has used, in microseconds. */
  usage(): number {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  /** Records messages for a customer. */
  send: (customer: number, message: string, count: number, atOnce: number): Promise<void> =>
    repeatAtOnce(count, atOnce, () => caller.messages.send(customer, 'text', { message })),
  /** Receives a message of a visitor. */
  async say(channelNumber: number, token: string, body: object): Promise<void> {
    await engine.channel({ brand, channelNumber }).send(token, body as never);
  },
};
export type NodeOrders = typeof orders;

/** A call of a function in the process of an engine. */
export interface NodeCall {
  readonly id: number;
  readonly name: keyof NodeOrders;
  readonly args: readonly unknown[];
}

export interface NodeReply {
  /** The number of the call; 0 when the engine has started. */
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

process.on('message', async ({ id, name, args }: NodeCall) => {
  const order = orders[name] as (...args: readonly unknown[]) => unknown;
  const reply: NodeReply = await (async () => order(...args))().then(
    (value) => ({ id, value }),
    (error: unknown) => ({ id, error: String(error) }),
  );
  process.send?.(reply);
});
process.on('disconnect', () => process.exit());
process.send?.({ id: 0 } satisfies NodeReply);
