import { expect, it } from 'vitest';
import { hrefOf, parseFragment } from './fragment.ts';

it.for([
  ['', [], {}],
  ['#/', [], {}],
  ['#/bots/1a2b/versions?page=2', ['bots', '1a2b', 'versions'], { page: '2' }],
  ['/bots', ['bots'], {}],
  ['#/bots/a%2Fb', ['bots', 'a/b'], {}],
  ['#/bots/100%', ['bots', '100%'], {}],
  ['#/bots?search=a+b%3F', ['bots'], { search: 'a b?' }],
] as const)('[CO30] the fragment %s names a view', ([fragment, segments, query]) => {
  expect(parseFragment(fragment)).toEqual({ segments, query });
});

it('[CO30] a written fragment reads the same, without empty members', () => {
  const query = { search: 'a&b=ü?', page: 3, family: '', order: undefined };
  const href = hrefOf(['bots', 'a/b', 7], query);
  expect(parseFragment(href)).toEqual({ segments: ['bots', 'a/b', '7'], query: { search: 'a&b=ü?', page: '3' } });
  expect(hrefOf(['bots'])).toBe('#/bots');
});
