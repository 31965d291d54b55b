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
  [null, 'journal is an object.'],
  [true, 'journal is an object.'],
  [{ forMs: 0 }, 'journal.forMs is an integer from 1.'],
  [{ forMs: 1, redacted: {} }, 'journal has forMs and redact, and no "redacted".'],
  [{ forMs: 1, redact: null }, 'journal.redact is an object.'],
  [{ forMs: 1, redact: { field: ['a'] } }, 'journal.redact has fields and blocks, and no "field".'],
  [{ forMs: 1, redact: { fields: 'email' } }, 'journal.redact.fields is a list of texts.'],
  [{ forMs: 1, redact: { fields: ['a', 7] } }, 'journal.redact.fields is a list of texts.'],
  [{ forMs: 1, redact: { fields: ['@{email}'] } }, 'journal.redact.fields[0]: A name has no braces.'],
  [{ forMs: 1, redact: { fields: ['a', 'a'] } }, 'journal.redact.fields[1]: The name is in the list twice.'],
  [{ forMs: 1, redact: { blocks: [''] } }, 'journal.redact.blocks[0]: An id is not empty.'],
  [{ forMs: 1, redact: { blocks: ['a'.repeat(501)] } }, 'journal.redact.blocks[0]: It has more than 500 characters.'],
  [
    { forMs: 1, redact: { blocks: Array.from({ length: 1_001 }, (_, at) => `b${at}`) } },
    'journal.redact.blocks has at most 1000 names.',
  ],
] as const)('[JR27] an engine with the journal %j is an error: %s', ([journal, message]) => {
  expect(() => createEngine({ storage: memoryStorage(), journal: journal as never })).toThrow(new TypeError(message));
});
