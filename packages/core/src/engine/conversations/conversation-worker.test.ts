import { expect, it } from 'vitest';
import { resolveWorkerOptions } from './conversation-worker.ts';

it.for([0, -1, 1.5, Number.NaN])('[CV53][CV54] %d is refused as a number of slots', (count) => {
  expect(() => resolveWorkerOptions({ concurrency: count })).toThrow('concurrency');
  expect(() => resolveWorkerOptions({ effectSlots: count })).toThrow('effectSlots');
});

it('[CV53][CV54] there are 32 slots for conversations and 128 for effects, unless the host says otherwise', () => {
  expect(resolveWorkerOptions()).toMatchObject({ concurrency: 32, effectSlots: 128 });
  expect(resolveWorkerOptions({ effectSlots: 7 })).toMatchObject({ concurrency: 32, effectSlots: 7 });
});
