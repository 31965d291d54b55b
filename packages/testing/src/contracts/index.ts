/** @module Shows whether a store, a store of files or a transport follows the rules of `@botwright/core`. For any test runner. */
export { fileStoreContract } from './files/file-store-contract.ts';
export { type OpenedStorage, storageContract } from './storage-contract.ts';
export { transportContract } from './transports/transport-contract.ts';
export type { TransportSubject } from './transports/transport-subject.ts';
