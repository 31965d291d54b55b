import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { memoryStorage } from '@botwright/core/memory';
import type { Storage } from '@botwright/core/ports';
import { sqliteStorage } from '@botwright/storage-sqlite';
import { onTestFinished } from 'vitest';

/** A store, with a way to read everything in it without its port. */
export interface InspectableStore {
  readonly storage: Storage;
  /** Everything that is committed, without the counters of numbers, which may have gaps. */
  dump(): unknown;
}

export type StoreName = 'memory' | 'sqlite';
export const storeNames: readonly StoreName[] = ['memory', 'sqlite'];

/** An empty store in memory, which the caller closes. */
export function createStorage(name: StoreName = 'memory'): Storage {
  return name === 'sqlite' ? sqliteStorage({ file: ':memory:' }) : memoryStorage();
}

/** An empty store that is closed when the test ends. SQLite keeps it in a file, which `dump` reads. */
export function openStore(name: StoreName): InspectableStore {
  return name === 'memory' ? openMemory() : openSqlite();
}

function openMemory(): InspectableStore {
  const storage = memoryStorage();
  onTestFinished(() => storage.close());
  return {
    storage,
    dump() {
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
  return { storage, dump: () => dumpTables(file) };
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
