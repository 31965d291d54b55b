import { memoryStorage } from '@botwright/core/memory';
import { it } from 'vitest';
import { storageContract } from './storage-contract.ts';

for (const { title, run } of storageContract({ open: (kinds) => ({ storage: memoryStorage({ kinds }) }) }))
  it(title, run);
