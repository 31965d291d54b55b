/** @module Adapters that keep data in this process only: a store for tests and trials, and a rate limiter. */
export type { MemoryContents } from './memory-contents.ts';
export { type MemoryStorage, type MemoryStorageOptions, memoryStorage } from './memory-storage.ts';
export { type LocalRateLimiter, localRateLimiter, type RateLimiterBounds } from './rate-limiter.ts';
