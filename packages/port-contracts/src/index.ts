/** @module Contract suites as data, for people who write adapters: any test runner can run them. */
export {
  type ContractBinding,
  type ContractCase,
  type ContractSkip,
  type PlannedCase,
  planContract,
} from './contract.ts';
export { storageContract } from './storage/storage-contract.ts';
export type { StorageFixture } from './storage/storage-fixture.ts';
