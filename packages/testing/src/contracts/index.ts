/** @module Shows whether a store follows the rules of `@botwright/core`. For any test runner. */
export type { ContractSkip, ContractTest } from './contract.ts';
export { type OpenedStorage, type StorageContractOptions, storageContract } from './storage/storage-contract.ts';
