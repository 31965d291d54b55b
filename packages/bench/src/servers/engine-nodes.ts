import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { NodeCall, NodeOrders, NodeReply } from './engine-node.ts';

/** An engine on a shared database, in a separate process: its functions, which are called there. */
export type EngineNode = {
  readonly [TName in keyof NodeOrders]: (
    ...args: Parameters<NodeOrders[TName]>
  ) => Promise<Awaited<ReturnType<NodeOrders[TName]>>>;
} & { readonly end: () => Promise<void> };

export interface NodeOptions {
  /** The URL of a PostgreSQL database. */
  readonly url: string;
  readonly schema: string;
  /** The maximum number of connections to PostgreSQL. */
  readonly connections: number;
}

export async function startNode({ url, schema, connections }: NodeOptions): Promise<EngineNode> {
  const script = fileURLToPath(new URL('./engine-node.ts', import.meta.url));
  const child = fork(script, [url, schema, String(connections)], { stdio: ['ignore', 2, 2, 'ipc'] });
  const exited = once(child, 'exit');
  const waiting: PromiseWithResolvers<unknown>[] = [Promise.withResolvers()];
  child.on('message', ({ id, value, error }: NodeReply) => {
    if (error === undefined) waiting[id]?.resolve(value);
    else waiting[id]?.reject(new Error(error));
  });
  void exited.then(([code]) => {
    for (const { reject } of waiting) reject(new Error(`The engine's process ended with ${code}.`));
  });
  await waiting[0]?.promise;

  const call =
    (name: keyof NodeOrders) =>
    (...args: readonly unknown[]): Promise<never> => {
      const reply = Promise.withResolvers<unknown>();
      const id = waiting.push(reply) - 1;
      child.send({ id, name, args } satisfies NodeCall);
      return reply.promise as Promise<never>;
    };
  return {
    start: call('start'),
    stop: call('stop'),
    usage: call('usage'),
    send: call('send'),
    say: call('say'),
    async end() {
      child.disconnect();
      await exited;
    },
  };
}
