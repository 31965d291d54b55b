/** @module A clock that a test moves, ids that are the same in every run, and providers of accounts that are not real. */
export { deterministicIds } from './deterministic-ids.ts';
export {
  type ConsentRequest,
  type MakeEntries,
  type PretendConsents,
  type PretendEntries,
  pretendConsents,
} from './pretend-consents.ts';
export {
  type PretendPerson,
  type PretendProviderOptions,
  type PretendProviders,
  pretendPeople,
  pretendProviders,
  pretendScope,
} from './pretend-providers.ts';
export { type SimulatedClock, simulatedClock } from './simulated-clock.ts';
