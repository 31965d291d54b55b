/** @module Storage in a schema of a PostgreSQL database. */
export type { Client, ClientPool, ClientQuery, PooledClient, QueryResult } from './client.ts';
export {
  type Pglite,
  type PgliteQueries,
  type PgliteTransaction,
  pgliteClient,
  pglitePool,
} from './pglite.ts';
export type {
  CompletedDelivery,
  DeliveriesListener,
  PostgresDeliveryQueue,
  PostgresStorage,
  QueueTransaction,
} from './postgres-port.ts';
export { type PostgresStorageOptions, postgresStorage } from './postgres-storage.ts';
