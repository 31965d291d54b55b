import type { Backend } from './backend.ts';

const sweepEveryMs = 60_000;

export interface Worker {
  /** Finishes the running jobs, and leaves the rest to other workers. */
  drain(): Promise<void>;
}

/** Runs conversations and sends webhooks, on any number of nodes with one database. */
export function startWork({ engine, people, pool }: Backend): Worker {
  const onFault = (fault: unknown): void => console.error(fault);
  const workers = engine.startWorkers({ conversations: { onFault }, deliveries: { onFault } });
  // One worker at a time calls it, and none misses an event.
  const activity = engine.events.subscribe(
    (event) => pool.query('INSERT INTO app.activity VALUES ($1, $2) ON CONFLICT DO NOTHING', [event.position, event]),
    { name: 'activity', types: ['bot.created', 'bot.published', 'bot.destroyed'], from: 'oldest', onFault },
  );
  const sweep = async (): Promise<void> => {
    await Promise.all([engine.sweep(), people.removeOldSessions()]);
  };
  const sweeping = setInterval(() => void sweep().catch(onFault), sweepEveryMs);
  return {
    async drain() {
      clearInterval(sweeping);
      await activity.end();
      await workers.stop();
    },
  };
}
