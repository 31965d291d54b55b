/** @module Storage in a schema of a PostgreSQL database. */
export type { Client, ClientPool } from './client.ts';
export { type Pglite, pglitePool } from './pglite.ts';
export type { PostgresStorage, QueueTransaction } from './postgres-port.ts';
export { type PostgresStorageOptions, postgresStorage } from './postgres-storage.ts';
