/** @module Shows whether a store follows the rules of `@botwright/core`. For any test runner. */
export type { ContractSkip, ContractTest } from './contract.ts';
export type { OpenRecords, RecordCase, RecordStoreSubject } from './records/record-case.ts';
export { recordStoreCases, recordStoreContract } from './records/record-contract.ts';
export { sampleKinds } from './records/sample-kinds.ts';
export { type OpenedStorage, type StorageContractOptions, storageContract } from './storage/storage-contract.ts';
