import { type ConstructorOptions, PgBoss } from 'pg-boss';

/** Starts a pg-boss without background work. */
export async function startBoss(options: ConstructorOptions): Promise<PgBoss> {
  const boss = new PgBoss({ supervise: false, schedule: false, ...options });
  // pg-boss stops before its connections end: the server may still report that the database was dropped.
  boss.on('error', () => undefined);
  return boss.start();
}
