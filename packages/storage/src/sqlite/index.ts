/** @module Storage in one SQLite file. */
export { betterSqlite3 } from './better-sqlite3.ts';
export type { OpenSqlite } from './driver.ts';
export { type SqliteStorageOptions, sqliteStorage } from './sqlite-storage.ts';
