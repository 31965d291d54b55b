/** @module What is kept in this process alone: the store for tests and trials, and counts of requests. */
export type { MemoryContents } from './memory-contents.ts';
export { type MemoryStorage, type MemoryStorageOptions, memoryStorage } from './memory-storage.ts';
export { type LocalRateLimiter, localRateLimiter, type RateLimiterBounds } from './rate-limiter.ts';
