/** @module The files that visitors send, in a folder. */
export { diskFileStore } from './disk-file-store.ts';
