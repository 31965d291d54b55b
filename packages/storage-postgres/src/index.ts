/** @module Storage in a schema of a PostgreSQL database. */
export type { Client, ClientPool, ClientQuery, PooledClient, QueryResult } from './client.ts';
export type { CompletedDelivery, PostgresDeliveryQueue } from './postgres-delivery-queue.ts';
export {
  type DeliveriesListener,
  type PostgresStorage,
  type PostgresStorageOptions,
  postgresStorage,
  type QueueTransaction,
} from './postgres-storage.ts';
