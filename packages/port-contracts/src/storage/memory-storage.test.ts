import { memoryStorage } from '@botwright/core/memory';
import { it } from 'vitest';
import { planContract } from '../contract.ts';
import { storageContract } from './storage-contract.ts';

const cases = planContract({
  cases: storageContract,
  capabilities: memoryStorage().capabilities,
  create: async () => ({ storage: memoryStorage() }),
  dispose: ({ storage }) => storage.close(),
});

for (const { title, isSkipped, run } of cases) it.skipIf(isSkipped)(title, run);
