import { expect, it } from 'vitest';
import { memoryStorage } from '../memory/memory-storage.ts';
import { createEngine } from './create-engine.ts';

it.for([undefined, {}, { storage: null }, { storage: Promise.resolve(memoryStorage()) }])(
  '[ER10] an engine of %o is an error that says what is missing',
  (options) => {
    const attempt = () => createEngine(options as never);
    expect(attempt).toThrow(TypeError);
    expect(attempt).toThrow(/^An engine needs a `storage`, such as memoryStorage\(\)/);
  },
);

it('[ER10] an engine with a preset of retries that there is not is an error', () => {
  const retry = { preset: 'exponential' } as never;
  expect(() => createEngine({ storage: memoryStorage(), retry })).toThrow(/There are: plain, standard\.$/);
});
