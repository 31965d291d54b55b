import type { EngineError } from '@botwright/core';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { pageQuery } from '../../bots/schemas/page-schema.ts';
import { plainText } from '../../schemas/text.ts';
import { readQuery } from './read-query.ts';

const shape = {
  ...pageQuery,
  search: { kind: 'string', schema: plainText },
  permanent: { kind: 'boolean', schema: v.boolean() },
  old: { kind: 'ignored', schema: v.string() },
} as const;

it.for([
  ['', {}],
  ['page=2&page_size=100', { page: 2, page_size: 100 }],
  ['permanent=true', { permanent: true }],
  ['permanent=false', { permanent: false }],
  ['search=', { search: '' }],
  ['search', { search: '' }],
  ['search=a+b%2Bc', { search: 'a b+c' }],
  ['search=%F0%9F%98%80=%26', { search: '😀=&' }],
  ['sea%72ch=x', { search: 'x' }],
  ['&&search=x&', { search: 'x' }],
] as const)('[HT41] "%s" is read', ([query, expected]) => {
  expect(readQuery(shape, query)).toEqual(expected);
});

it.for(['unknown=1&unknown=2', '__proto__=1', 'constructor=1', 'toString', 'old=1&old=%00', '=1'])(
  '[HT40][AP38] "%s" says nothing that is looked at',
  (query) => {
    expect(readQuery(shape, query)).toEqual({});
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
  expect(() => readQuery(shape, query)).toThrow(
    expect.objectContaining({ name: 'EngineError', code: 'invalid_parameters', field } satisfies Partial<EngineError>),
  );
});
