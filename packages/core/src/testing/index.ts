/** @module Helpers for tests: a clock that the test advances, reproducible ids, and pretend account providers. */
export { deterministicIds } from './deterministic-ids.ts';
export { type ConsentRequest, type PretendEntries, pretendConsents } from './pretend-consents.ts';
export {
  type PretendPerson,
  type PretendProviderOptions,
  type PretendProviders,
  pretendPeople,
  pretendProviders,
  pretendScope,
} from './pretend-providers.ts';
export { type SimulatedClock, simulatedClock } from './simulated-clock.ts';
