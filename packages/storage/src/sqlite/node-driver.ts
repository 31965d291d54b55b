import { getBuiltinModule, versions } from 'node:process';
import type { OpenSqlite } from './driver.ts';

/**
 * Opens a database with the SQLite of Node, which is loaded only then: other drivers work without it.
 *
 * @throws On Node 22, whose SQLite is an experiment and does not bind numbered parameters.
 */
export const nodeSqlite: OpenSqlite = (file, { readOnly, busyTimeoutMs }) => {
  const sqlite = getBuiltinModule('node:sqlite');
  if (sqlite === undefined || Number.parseInt(versions.node, 10) < 24) {
    throw new Error('The SQLite of Node needs Node 24.15. Give the store another driver, with the option `open`.');
  }
  return new sqlite.DatabaseSync(file, {
    readOnly,
    timeout: busyTimeoutMs,
    enableForeignKeyConstraints: true,
    returnArrays: true,
  });
};
