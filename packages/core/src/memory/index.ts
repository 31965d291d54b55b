/** @module A store and a rate limiter in the memory of this process, and a whole store from a store of records. */
export type { MemoryContents } from './memory-contents.ts';
export { memoryFileStore } from './memory-file-store.ts';
export { type MemoryStorage, memoryStorage } from './memory-storage.ts';
export { queueKinds } from './on-records/queue-kinds.ts';
export type { RecordsBatch, RecordsOnly } from './on-records/records-only.ts';
export { storageOnRecords } from './on-records/storage-on-records.ts';
export { localRateLimiter } from './rate-limiter.ts';
