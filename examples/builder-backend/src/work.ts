import type { Backend } from './backend.ts';

const sweepEveryMs = 60_000;

export interface Worker {
  /** Finishes the running jobs, and leaves the rest to other workers. */
  drain(): Promise<void>;
}

/** Runs conversations and sends webhooks, on any number of nodes with one database. */
export function startWork({ engine, people }: Backend): Worker {
  const onFault = (fault: unknown): void => console.error(fault);
  const workers = engine.startWorkers({ conversations: { onFault }, deliveries: { onFault } });
  const sweep = async (): Promise<void> => {
    await Promise.all([engine.sweep(), people.removeOldSessions()]);
  };
  const sweeping = setInterval(() => void sweep().catch(onFault), sweepEveryMs);
  return {
    async drain() {
      clearInterval(sweeping);
      await workers.stop();
    },
  };
}
