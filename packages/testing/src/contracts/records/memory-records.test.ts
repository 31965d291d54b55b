import { memoryStorage } from '@botwright/core/memory';
import { describe, it } from 'vitest';
import { recordStoreContract } from './record-contract.ts';
import { sampleKinds } from './sample-kinds.ts';

describe('memory records', () => {
  const subject = {
    open: async (kinds: typeof sampleKinds) => ({ records: memoryStorage({ kinds }), close: async () => {} }),
  };
  const capabilities = { durable: false, text: true, exclusive: true };
  for (const test of recordStoreContract(subject, capabilities, sampleKinds)) {
    it.skipIf(test.skip !== undefined)(test.title, () => test.run());
  }
});
