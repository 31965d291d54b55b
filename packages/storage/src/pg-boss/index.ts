/** @module Deliveries as jobs of pg-boss. */
export { type PgBossStorageOptions, pgBossStorage } from './pg-boss-storage.ts';
