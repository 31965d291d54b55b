/** @module Storage in one SQLite file. */
export { type SqliteStorageOptions, sqliteStorage } from './sqlite-storage.ts';
