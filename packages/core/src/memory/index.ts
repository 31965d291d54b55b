/** @module The store that keeps everything in this process, for tests, trials and short lives. */
export type { MemoryContents } from './memory-contents.ts';
export { type MemoryStorage, memoryStorage } from './memory-storage.ts';
