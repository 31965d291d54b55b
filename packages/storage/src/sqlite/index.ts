/** @module Storage in one SQLite file. */
export { type BetterSqlite3, betterSqlite3 } from './better-sqlite3.ts';
export type { OpenSqlite, SqliteDatabase, SqliteOpenOptions, SqliteStatement, SqliteValue } from './driver.ts';
export { type SqliteStorageOptions, sqliteStorage } from './sqlite-storage.ts';
