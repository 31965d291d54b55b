/** @module The store that keeps everything in this process, for tests, trials and short lives. */
export { memoryStorage } from './memory-storage.ts';
