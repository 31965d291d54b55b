import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { memoryStorage } from '@botwright/core/memory';
import type { Storage } from '@botwright/core/ports';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { onTestFinished } from 'vitest';
import { type Adapter, adapters } from './adapters.ts';
import type { InspectableStore } from './inspectable-store.ts';
import { openPostgres, openPostgresStorage, openPostgresStorages } from './postgres-stores.ts';

export type StoreName = 'memory' | 'sqlite' | 'postgres';
export const storeNames: readonly StoreName[] = ['memory', 'sqlite', 'postgres'];

/** Every adapter on a store in memory, and the first one on the others, too. */
export const adapterCases: readonly { readonly adapter: Adapter; readonly store: StoreName }[] = adapters.flatMap(
  (adapter, index) => (index === 0 ? storeNames : (['memory'] as const)).map((store) => ({ adapter, store })),
);

/** An empty store, which the caller closes. */
export async function createStorage(name: StoreName = 'memory'): Promise<Storage> {
  switch (name) {
    case 'memory':
      return memoryStorage();
    case 'sqlite':
      return sqliteStorage({ file: ':memory:' });
    case 'postgres':
      return openPostgresStorage();
  }
}

/** The storages of several processes on one empty database, which are closed when the test ends. */
export async function openStorages(name: 'sqlite' | 'postgres', count: number): Promise<readonly Storage[]> {
  if (name === 'postgres') return openPostgresStorages(count);
  const folder = mkdtempSync(join(tmpdir(), 'botwright-'));
  const storages = Array.from({ length: count }, () => sqliteStorage({ file: join(folder, 'bots.db') }));
  onTestFinished(async () => {
    await Promise.all(storages.map((storage) => storage.close()));
    rmSync(folder, { recursive: true });
  });
  return storages;
}

/** An empty store that is closed when the test ends. SQLite keeps it in a file, which `dump` reads. */
export async function openStore(name: StoreName): Promise<InspectableStore> {
  switch (name) {
    case 'memory':
      return openMemory();
    case 'sqlite':
      return openSqlite();
    case 'postgres':
      return openPostgres();
  }
}

function openMemory(): InspectableStore {
  const storage = memoryStorage();
  onTestFinished(() => storage.close());
  return {
    storage,
    async dump() {
      const { numbers: _, ...contents } = storage.dump();
      return structuredClone(contents);
    },
  };
}

function openSqlite(): InspectableStore {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-'));
  const file = join(folder, 'bots.db');
  const storage = sqliteStorage({ file });
  onTestFinished(async () => {
    await storage.close();
    rmSync(folder, { recursive: true });
  });
  return { storage, dump: async () => dumpTables(file) };
}

function dumpTables(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
    const names = tables.map((table) => String(table['name'])).filter((name) => name !== 'given_numbers');
    return Object.fromEntries(names.map((name) => [name, database.prepare(`SELECT * FROM "${name}"`).all()]));
  } finally {
    database.close();
  }
}
