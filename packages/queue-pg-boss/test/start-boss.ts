import { type ConstructorOptions, PgBoss } from 'pg-boss';

/** Starts a pg-boss that does nothing by itself. */
export async function startBoss(options: ConstructorOptions): Promise<PgBoss> {
  const boss = new PgBoss({ supervise: false, schedule: false, ...options });
  // It has stopped before its connections have ended: the server may still say that the database was dropped.
  boss.on('error', () => undefined);
  return boss.start();
}
