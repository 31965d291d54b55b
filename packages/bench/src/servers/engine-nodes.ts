import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** An order to the process of an engine. */
export type NodeOrder =
  /** Start the workers. `slots`: deliveries under way at a time; a brand gets half of them. */
  | { readonly kind: 'start'; readonly slots: number }
  | { readonly kind: 'stop' }
  /** Return the processor time that the process has used, in microseconds. */
  | { readonly kind: 'usage' }
  /** Record messages for a customer. */
  | {
      readonly kind: 'send';
      readonly customer: number;
      readonly message: string;
      readonly count: number;
      readonly atOnce: number;
    }
  /** Receive a message of a visitor. */
  | { readonly kind: 'say'; readonly channel: number; readonly token: string; readonly body: object };

export interface NodeReply {
  /** The number of the order; 0 when the engine has started. */
  readonly id: number;
  readonly value?: number | undefined;
  readonly error?: string;
}

/** An engine on a shared database, in a separate process. */
export interface EngineNode {
  readonly obey: (order: NodeOrder) => Promise<number | undefined>;
  readonly end: () => Promise<void>;
}

export interface NodeOptions {
  /** The URL of a PostgreSQL database. */
  readonly url: string;
  readonly schema: string;
  /** The maximum number of connections to PostgreSQL. */
  readonly connections: number;
}

export async function startNode({ url, schema, connections }: NodeOptions): Promise<EngineNode> {
  const script = fileURLToPath(new URL('./engine-node.ts', import.meta.url));
  const child: ChildProcess = fork(script, [url, schema, String(connections)], { stdio: ['ignore', 2, 2, 'ipc'] });
  const exited = once(child, 'exit');
  const waiting = new Map<number, PromiseWithResolvers<number | undefined>>();
  let last = 0;
  const isThere = Promise.withResolvers<number | undefined>();
  waiting.set(0, isThere);
  child.on('message', ({ id, value, error }: NodeReply) => {
    if (error === undefined) waiting.get(id)?.resolve(value);
    else waiting.get(id)?.reject(new Error(error));
    waiting.delete(id);
  });
  void exited.then(([code]) => {
    for (const { reject } of waiting.values()) reject(new Error(`The engine's process ended with ${code}.`));
  });
  await isThere.promise;
  return {
    obey(order) {
      last += 1;
      const reply = Promise.withResolvers<number | undefined>();
      waiting.set(last, reply);
      child.send({ id: last, order });
      return reply.promise;
    },
    async end() {
      child.disconnect();
      await exited;
    },
  };
}
