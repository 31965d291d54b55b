import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** Looks at the leases in the database, as nobody but the holder knows whether it lives. */
export interface LeaseWatch {
  /** The longest time, in milliseconds, that work was leased to a worker which neither extended its leases nor took any. */
  readonly longestSilenceMs: number;
  /** Resolves when nothing is pending and nothing is leased. */
  untilIdle(): Promise<void>;
  stop(): Promise<void>;
}

const lookMs = 250;

const leases = `
  SELECT worker, 'delivery ' || id AS item, lease_until::float8 AS until FROM deliveries WHERE worker IS NOT NULL
  UNION ALL
  SELECT worker, 'conversation ' || customer_number, due_at::float8 FROM conversation_work WHERE worker IS NOT NULL`;

const work = `
  SELECT (SELECT count(*) FROM deliveries WHERE due_at IS NOT NULL)::int
    + (SELECT count(*) FROM conversation_work)::int + (SELECT count(*) FROM inbox)::int AS left`;

interface Lease {
  readonly worker: string;
  readonly item: string;
  readonly until: number;
}

interface Holder {
  readonly leases: ReadonlyMap<string, number>;
  /** When it was seen to take or to extend a lease, on the clock of this process. */
  readonly seenAt: number;
}

export function watchLeases(url: string): LeaseWatch {
  const pool = new pg.Pool({ connectionString: url, max: 2, options: '-c search_path=botwright' });
  // The database is stopped now and then.
  pool.on('error', () => undefined);
  let holders: ReadonlyMap<string, Holder> = new Map();
  let longestSilenceMs = 0;
  let isOver = false;

  function note(rows: readonly Lease[]): void {
    const now = performance.now();
    const next = new Map<string, Holder>();
    for (const [worker, held] of Map.groupBy(rows, (row) => row.worker)) {
      const before = holders.get(worker);
      const isAlive = held.some(({ item, until }) => until > (before?.leases.get(item) ?? 0));
      const seenAt = before === undefined || isAlive ? now : before.seenAt;
      longestSilenceMs = Math.max(longestSilenceMs, now - seenAt);
      next.set(worker, { leases: new Map(held.map(({ item, until }) => [item, until])), seenAt });
    }
    holders = next;
  }

  async function look(): Promise<void> {
    while (!isOver) {
      const found = await pool.query(leases).catch(() => undefined);
      if (found !== undefined) note(found.rows as readonly Lease[]);
      await wait(lookMs);
    }
  }

  const looking = look();
  return {
    get longestSilenceMs() {
      return longestSilenceMs;
    },
    async untilIdle() {
      for (;;) {
        const { rows } = await pool.query(work);
        if (rows[0].left === 0) return;
        await wait(lookMs);
      }
    },
    async stop() {
      isOver = true;
      await looking;
      await pool.end();
    },
  };
}
