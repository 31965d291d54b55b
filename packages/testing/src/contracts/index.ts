/** @module Shows whether a store follows the rules of `@botwright/core`. For any test runner. */
export { type OpenedStorage, type StorageContractOptions, storageContract } from './storage-contract.ts';
