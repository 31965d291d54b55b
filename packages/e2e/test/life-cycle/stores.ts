import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Storage } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { sqliteStorage } from '@botwright/storage-sqlite';
import { onTestFinished } from 'vitest';

/** A store, and a way past its port to see all that it holds. */
export interface WitnessedStore {
  readonly storage: Storage;
  /** Everything committed, but for the counters of given numbers, which may have gaps. */
  dump(): unknown;
}

export type StoreName = 'memory' | 'sqlite';
export const storeNames: readonly StoreName[] = ['memory', 'sqlite'];

export function openStore(name: StoreName): WitnessedStore {
  return name === 'memory' ? openMemory() : openSqlite();
}

function openMemory(): WitnessedStore {
  const storage = memoryStorage();
  onTestFinished(() => storage.close());
  return { storage, dump: () => structuredClone(storage.peek()) };
}

function openSqlite(): WitnessedStore {
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
  const witness = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = witness.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
    const names = tables.map((table) => String(table['name'])).filter((name) => name !== 'given_numbers');
    return Object.fromEntries(names.map((name) => [name, witness.prepare(`SELECT * FROM "${name}"`).all()]));
  } finally {
    witness.close();
  }
}
