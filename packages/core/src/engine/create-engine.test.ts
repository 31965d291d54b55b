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

it.for([
  [null, 'journal: Expected an object.'],
  [true, 'journal: Expected an object.'],
  [{ forMs: 0 }, 'journal.forMs: Expected an integer from 1.'],
  [{ forMs: 1, redacted: {} }, 'journal.redacted: It is not described. Did you mean redact?'],
  [{ forMs: 1, redact: null }, 'journal.redact: Expected an object.'],
  [{ forMs: 1, redact: { field: ['a'] } }, 'journal.redact.field: It is not described. Did you mean fields?'],
  [{ forMs: 1, redact: { fields: ['a', 7] } }, 'journal.redact.fields.1: Expected a text.'],
] as const)('[JR27] an engine with the journal %j is an error: %s', ([journal, message]) => {
  expect(() => createEngine({ storage: memoryStorage(), journal: journal as never })).toThrow(new TypeError(message));
});
