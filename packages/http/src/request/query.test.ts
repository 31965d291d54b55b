import type { EngineError } from '@botwright/core';
import { inputObject, pageSchema, text, wireNames } from '@botwright/core/inputs';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { ignoredText } from '../schemas.ts';
import { engineQuery, type QueryRules, readQuery } from './query.ts';

const rules: QueryRules = { refusesUnusedQuery: true, malformedAddress: 'invalid_parameters' };

const schema = wireNames(
  inputObject({
    ...pageSchema.entries,
    search: v.optional(text()),
    permanent: v.optional(v.boolean()),
    old: v.optional(ignoredText),
  }),
);

const none = { page: 1, pageSize: 20 };

it.for([
  ['', {}],
  ['page=2&page_size=100', { page: 2, pageSize: 100 }],
  ['permanent=true', { permanent: true }],
  ['permanent=false', { permanent: false }],
  ['search=', { search: '' }],
  ['search', { search: '' }],
  ['search=a+b%2Bc', { search: 'a b+c' }],
  ['search=%F0%9F%98%80=%26', { search: '😀=&' }],
  ['sea%72ch=x', { search: 'x' }],
  ['&&search=x&', { search: 'x' }],
] as const)('[HT41][HT55] "%s" is read', ([query, expected]) => {
  expect(readQuery(schema, query, rules)).toEqual({ ...none, ...expected });
});

it.for(['unknown=1&unknown=2', '__proto__=1', 'constructor=1', 'toString', 'old=1&old=%00', '=1'])(
  '[HT40][AP38] "%s" has only parameters that are ignored',
  (query) => {
    expect(readQuery(schema, query, rules)).toEqual(none);
  },
);

it.for([
  ['page=0', 'page'],
  ['page=-1', 'page'],
  ['page=1.5', 'page'],
  ['page=1e3', 'page'],
  ['page=01', 'page'],
  ['page=+1', 'page'],
  ['page=', 'page'],
  ['page=9007199254740993', 'page'],
  ['page_size=101', 'page_size'],
  ['page_size=0', 'page_size'],
  ['page=1&page=1', 'page'],
  ['page_size=0&page=0', 'page_size'],
  ['permanent=yes', 'permanent'],
  ['permanent=', 'permanent'],
  ['permanent=TRUE', 'permanent'],
  ['search=a%00b', 'search'],
  ['search=%zz', 'query'],
  ['search=%ff', 'query'],
  ['search=%ed%a0%80', 'query'],
  ['unknown=%', 'query'],
  ['search=é', 'query'],
] as const)('[HT6][HT38][HT41][AP4] "%s" is refused for %s', ([query, field]) => {
  expect(() => readQuery(schema, query, rules)).toThrow(
    expect.objectContaining({ name: 'EngineError', code: 'invalid_parameters', field } satisfies Partial<EngineError>),
  );
});

const converted: QueryRules = { refusesUnusedQuery: false, malformedAddress: 'malformed_json' };

it.for([
  ['', {}],
  ['page=2&permanent=false', { page: 2, permanent: false }],
  ['page=x&permanent=yes', { page: 'x', permanent: 'yes' }],
  ['page=1&page=x&page=3', { page: [1, 'x', 3] }],
  ['page_size=5', { pageSize: 5 }],
  ['unknown=1&__proto__=1', {}],
] as const)('[TK11][TK16] "%s" is only converted where the engine checks', ([query, expected]) => {
  expect(readQuery(engineQuery(schema), query, converted)).toEqual(expected);
});

it('[TK16] a query that cannot be decoded is malformed_json, unless the operation has no query parameters', () => {
  expect(() => readQuery(engineQuery(schema), 'x=%zz', converted)).toThrow(
    expect.objectContaining({ code: 'malformed_json', field: 'query' } satisfies Partial<EngineError>),
  );
  expect(readQuery(undefined, 'x=%zz', converted)).toEqual({});
});
