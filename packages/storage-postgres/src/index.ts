/** @module Storage in a schema of a PostgreSQL database. */
export type { Client, ClientPool, ClientQuery, PooledClient } from './client.ts';
export type { CompletedDelivery, PostgresDeliveryQueue } from './postgres-delivery-queue.ts';
export {
  type PostgresStorage,
  type PostgresStorageOptions,
  postgresStorage,
  type QueueTransaction,
} from './postgres-storage.ts';
