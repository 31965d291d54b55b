import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { NeighbourServer } from './neighbour.ts';
import type { Question, Stretch } from './watcher.ts';

/** Watches a server from a separate thread. */
export interface Watch {
  /** The receiver of the neighbour's webhooks, `/chat` and `/hook`. */
  readonly receiverUrl: string;
  follow(healthUrl: string, server: NeighbourServer): Promise<void>;
  leave(): Promise<void>;
  /** Measures while `work` runs. */
  during(work: () => Promise<void>): Promise<Stretch>;
  end(): Promise<void>;
}

export async function startWatch(): Promise<Watch> {
  const worker = new Worker(new URL('./watcher.ts', import.meta.url), { execArgv: [] });
  const ask = async <T = void>(question: Question): Promise<T> => {
    const answered = once(worker, 'message');
    worker.postMessage(question);
    return ((await answered) as [T])[0];
  };
  return {
    receiverUrl: await ask<string>({ ask: 'receiver' }),
    follow: (healthUrl, server) => ask({ ask: 'follow', healthUrl, server }),
    leave: () => ask({ ask: 'leave' }),
    async during(work) {
      await ask({ ask: 'begin' });
      await work();
      return ask<Stretch>({ ask: 'stretch' });
    },
    async end() {
      await worker.terminate();
    },
  };
}
