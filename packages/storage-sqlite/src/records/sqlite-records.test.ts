import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnyKind } from '@botwright/core/ports';
import { recordSchema, recordTables } from '@botwright/storage-sql';
import { recordStoreContract, sampleKinds } from '@botwright/testing/contracts';
import { describe, it } from 'vitest';
import { createCommitGroup } from '../commit-group.ts';
import { type Connection, openConnection } from '../connection.ts';
import { sqliteDialect, sqliteRecords } from './sqlite-records.ts';

describe('records in SQLite', () => {
  const capabilities = { durable: true, text: true, exclusive: true };
  for (const test of recordStoreContract({ open }, capabilities, sampleKinds)) {
    it.skipIf(test.skip !== undefined)(test.title, () => test.run());
  }
});

async function open(kinds: readonly AnyKind[]) {
  const folder = mkdtempSync(join(tmpdir(), 'records-'));
  const tables = recordTables(kinds);
  let connection = connect(folder);
  for (const statement of recordSchema(tables, sqliteDialect)) connection.script(statement);
  connection.script('CREATE TABLE record_numbers (sequence TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT');
  const recordsOf = () => {
    const nothing = () => {};
    const group = createCommitGroup({
      connection,
      workLimitMs: 60_000,
      afterRollbacks: nothing,
      beforeCommit: nothing,
      afterCommit: nothing,
    });
    return sqliteRecords({
      schema: { tables, dialect: sqliteDialect },
      write: (brand, work) => group.runAtOnce(() => undone(connection, work), brand),
      read: async (work) => {
        await group.untilCommitted();
        return work(connection);
      },
    });
  };
  return {
    records: recordsOf(),
    async reopen() {
      connection.close();
      connection = connect(folder);
      return recordsOf();
    },
    async close() {
      connection.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function undone<T>(connection: Connection, work: (connection: Connection) => T): T {
  connection.script('SAVEPOINT work');
  try {
    return work(connection);
  } catch (error) {
    connection.script('ROLLBACK TO work');
    throw error;
  } finally {
    connection.script('RELEASE work');
  }
}

function connect(folder: string): Connection {
  const connection = openConnection(join(folder, 'data.db'), { mode: 'write', busyTimeoutMs: 1_000 });
  connection.script('PRAGMA journal_mode = WAL');
  return connection;
}
