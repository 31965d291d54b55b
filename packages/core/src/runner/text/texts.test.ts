import { describe, expect, it } from 'vitest';
import type { Fields } from '../../domain/field/field.ts';
import { unlimitedBudget } from '../budget/step-budget.ts';
import { fillJsonText } from './fill-json.ts';
import { fillText } from './fill-text.ts';
import { fillUrl } from './fill-url.ts';

const fields: Fields = {
  name: { type: 'string', value: 'Ada' },
  'first name': { type: 'string', value: 'Ada L.' },
  age: { type: 'integer', value: 34 },
  ratio: { type: 'float', value: 0.5 },
  ok: { type: 'boolean', value: false },
  tags: { type: 'array', value: ['a', 1] },
  order: { type: 'object', value: { id: 7 } },
  empty: { type: 'string', value: null },
  sly: { type: 'string', value: '@{name}' },
  money: { type: 'string', value: '$& $1' },
  odd: { type: 'string', value: '\ud800/é' },
  host: { type: 'string', value: 'evil.example/' },
};

describe('filling a text', () => {
  it.for([
    ['Hi @{name}!', 'Hi Ada!'],
    ['@{first name}/@{ name }', 'Ada L./'],
    ['@{age}/@{ratio}/@{ok}', '34/0.5/false'],
    ['@{tags} @{order}', '["a",1] {"id":7}'],
    ['[@{empty}@{nobody}@{}]', '[]'],
    ['@{sly}', '@{name}'],
    ['@{money}', '$& $1'],
    ['@name {name} @ {name} @{name', '@name {name} @ {name} @{name'],
    ['@{a{name}}', '@{a{name}}'],
    ['@{@{name}}', '@{Ada}'],
    ['', ''],
  ] as const)('[RN42][RN43] %j reads %j', ([text, filled]) => {
    expect(fillText(text, fields, 100)).toBe(filled);
  });

  it.for([
    ['abcdef', 4, 'abcd'],
    ['@{name}@{name}', 4, 'AdaA'],
    ['abc👍', 4, 'abc'],
    ['ab👍c', 4, 'ab👍'],
  ] as const)('[RN47] %j is cut at %i', ([text, length, cut]) => {
    expect(fillText(text, fields, length)).toBe(cut);
  });

  it('[RN47] takes little time for a text that would be huge', () => {
    const big: Fields = { big: { type: 'string', value: 'x'.repeat(1_000_000) } };
    expect(fillText('@{big}'.repeat(10_000), big, 65_536)).toBe('x'.repeat(65_536));
  });
});

describe('filling an address', () => {
  it.for([
    ['@{pic}', 'https://example.org/a b?x=1', undefined],
    ['@{pic}', 'https://example.org/a%20b?x=1&y=/', 'https://example.org/a%20b?x=1&y=/'],
    [' @{pic} ', 'https://example.org/é', 'https://example.org/é'],
    ['@{pic}', 'javascript:alert(1)', undefined],
    ['@{pic}', 7, undefined],
    ['@{gone}', 'https://example.org', undefined],
    ['@{pic}@{gone}', 'https://example.org', undefined],
    ['@{pic}', `https://example.org/${'a'.repeat(8_192)}`, undefined],
  ] as const)('[RN48] %j, where the Field holds %j, is %j', ([written, value, url]) => {
    const type = typeof value === 'string' ? 'string' : 'integer';
    expect(fillUrl(written, { pic: { type, value } }, unlimitedBudget)).toBe(url);
  });

  it.for([
    ['https://example.org/@{first name}', 'https://example.org/Ada%20L.'],
    [' https://example.org/a b ', 'https://example.org/a%20b'],
    ['https://example.org/?q=@{odd}', 'https://example.org/?q=%EF%BF%BD%2F%C3%A9'],
    ['HTTP://example.org', 'HTTP://example.org'],
  ] as const)('[RN48] %j becomes %j', ([written, url]) => {
    expect(fillUrl(written, fields, unlimitedBudget)).toBe(url);
  });

  it.for([
    '',
    'example.org',
    '/a',
    'ftp://example.org',
    'javascript:1',
    'https://',
    'https://@{host}/',
    '@{name}',
    'https://u:p@example.org/',
  ])('[RN48] %j is no address', (written) => {
    expect(fillUrl(written, fields, unlimitedBudget)).toBeUndefined();
  });

  it('[RN48] has at most 8,192 characters', () => {
    const url = 'https://example.org/';
    expect(fillUrl(url.padEnd(8_192, 'a'), fields, unlimitedBudget)).toBe(url.padEnd(8_192, 'a'));
    expect(fillUrl(url.padEnd(8_193, 'a'), fields, unlimitedBudget)).toBeUndefined();
  });
});

describe('filling a text that is JSON', () => {
  it('[RN69] escapes a value so that it stays inside its quotes', () => {
    const nasty = ['"', '\\', '\\"', '", "admin": true, "', '\n', '\u2028', '\ud800', '}', '@{name}'];
    for (const value of nasty) {
      const json = fillJsonText('{"a": "<@{x}>", "b": @{x}}', { x: { type: 'string', value } }, 1_000, unlimitedBudget);
      expect(JSON.parse(json ?? '')).toEqual({ a: `<${value}>`, b: value });
    }
  });

  it('[RN69] does not grow beyond its maximum', () => {
    expect(fillJsonText('["@{name}"]', fields, 7, unlimitedBudget)).toBe('["Ada"]');
    expect(fillJsonText('["@{name}"]', fields, 6, unlimitedBudget)).toBeUndefined();
  });
});
