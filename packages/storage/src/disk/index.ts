/** @module The files that visitors send, in a folder. */
export { type DiskFileStoreOptions, diskFileStore } from './disk-file-store.ts';
