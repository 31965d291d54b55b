import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Role } from './settings.ts';

/** Milliseconds that a node has to end before it is killed: more than its drain takes. */
const endLimitMs = 20_000;
/** Milliseconds between two starts of a crashing node, so that it does not overload the machine. */
const restartPauseMs = 1_000;

export interface Fleet {
  /** Replaces the nodes one after another: the next one serves before the former one ends. */
  restart(): Promise<void>;
  /** Ends all nodes. */
  stop(): Promise<void>;
}

/**
 * Starts nodes as child processes with this process's environment, and restarts those that die. The web nodes share one port: this process accepts its
 * connections and gives them to the nodes in turn.
 */
export async function startFleet(roles: readonly Role[]): Promise<Fleet> {
  let isStopping = false;
  let restarting: Promise<void> | undefined;
  cluster.setupPrimary({ exec: fileURLToPath(new URL('node.ts', import.meta.url)) });
  const nodes = await Promise.all(roles.map(startNode));

  async function startNode(role: Role): Promise<Worker> {
    const node = cluster.fork({ ROLE: role });
    const exited = once(node, 'exit');
    const isReady = once(node, 'message').then(() => true);
    if (!(await Promise.race([isReady, exited.then(() => false)]))) throw new Error(`A ${role} node did not start.`);
    console.log(`${role} node ${node.process.pid} is ready`);
    void exited.then(() => replaceDead(node, role));
    return node;
  }

  /** The list only has nodes that this process did not end. */
  async function replaceDead(node: Worker, role: Role): Promise<void> {
    const place = nodes.indexOf(node);
    if (isStopping || place === -1) return;
    console.error(`${role} node ${node.process.pid} died and is started again`);
    for (;;) {
      await wait(restartPauseMs);
      if (isStopping) return;
      try {
        nodes[place] = await startNode(role);
        return;
      } catch (error) {
        console.error(error);
      }
    }
  }

  async function end(node: Worker): Promise<void> {
    if (!node.isConnected()) return;
    const exited = once(node, 'exit');
    node.send('end');
    const limit = setTimeout(() => node.process.kill('SIGKILL'), endLimitMs);
    await exited;
    clearTimeout(limit);
  }

  async function restart(): Promise<void> {
    for (const [place, role] of roles.entries()) {
      if (isStopping) return;
      const former = nodes[place];
      // When it cannot start, the former one continues.
      nodes[place] = await startNode(role);
      if (former !== undefined) await end(former);
    }
    console.log('all nodes are replaced');
  }

  return {
    restart() {
      restarting ??= restart().finally(() => {
        restarting = undefined;
      });
      return restarting;
    },
    async stop() {
      isStopping = true;
      await restarting?.catch(() => {});
      await Promise.all(nodes.map(end));
    },
  };
}
