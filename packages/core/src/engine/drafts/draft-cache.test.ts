import { expect, it } from 'vitest';
import { createCatalog } from '../../domain/blocks/catalog.ts';
import { startDiagram } from '../../domain/diagram/diagram.ts';
import { createBlockKinds } from '../../domain/rules/block-kind.ts';
import { type CachedDraft, createDraftCache, growingText, isSameState, preparedLater } from './draft-cache.ts';

const catalog = createCatalog();
const kinds = createBlockKinds(catalog);

function cached(botId: string, length: number, members: Partial<CachedDraft> = {}): CachedDraft {
  const text = growingText('x'.repeat(length));
  return {
    botId,
    revision: 2,
    stateId: 'two',
    check: { violations: [], total: 0, errors: 0 },
    text,
    prepared: preparedLater(text, { catalog, channelFamily: 'native' }, kinds),
    stored: { changes: 0, changeLength: 0, bytes: undefined },
    ...members,
  };
}

it('[DR47] drafts take as much memory as they may, and what is written longest ago goes first', () => {
  const cache = createDraftCache(56_000);
  const present = (): readonly string[] =>
    ['a', 'b', 'c', 'd'].filter((botId) => cache.get('acme', botId)?.botId === botId);
  for (const botId of ['a', 'b', 'c']) cache.put('acme', cached(botId, 10_000));
  expect(present()).toEqual(['b', 'c']);
  cache.put('acme', cached('b', 10_000));
  cache.put('acme', cached('d', 10_000));
  expect(present()).toEqual(['b', 'd']);
  cache.put('acme', cached('b', 10));
  cache.put('acme', cached('c', 10_000));
  expect(present()).toEqual(['b', 'c', 'd']);
  cache.remove('acme', 'd');
  cache.remove('acme', 'd');
  cache.put('acme', cached('a', 10_000));
  expect(present()).toEqual(['a', 'b', 'c']);
});

it('[DR47] a draft larger than the cache is not cached, and neither is its former state', () => {
  const cache = createDraftCache(6_000);
  cache.put('acme', cached('a', 10));
  expect(cache.get('acme', 'a')?.revision).toBe(2);
  cache.put('acme', cached('a', 1_000));
  expect(cache.get('acme', 'a')).toBeUndefined();
});

it('[DR47] a draft that edits are prepared for takes more', () => {
  const text = growingText(JSON.stringify(startDiagram()));
  const prepared = preparedLater(text, { catalog, channelFamily: 'native' }, kinds);
  const draft = cached('a', 0, { text, prepared });
  const cache = createDraftCache(16_000);
  cache.put('acme', draft);
  expect(cache.get('acme', 'a')).toBe(draft);
  expect([...prepared.prepare()].length).toBeGreaterThan(0);
  cache.put('acme', draft);
  expect(cache.get('acme', 'a')).toBeUndefined();
});

it('[DR47] brands do not share drafts', () => {
  const cache = createDraftCache(6_000);
  cache.put('acme', cached('a', 10));
  expect([cache.get('umbrella', 'a'), cache.get('acme"', 'a')]).toEqual([undefined, undefined]);
});

it('[DR45] a state that was rolled back is another one, even when its revision is made again', () => {
  const head = { botId: 'a', revision: 2, stateId: 'two', violationsTotal: 0, editedAt: 1, editedBy: 7 };
  expect(isSameState(cached('a', 1), head)).toBe(true);
  expect(isSameState(cached('a', 1), { ...head, stateId: 'other' })).toBe(false);
  expect(isSameState(cached('a', 1), { ...head, revision: 3 })).toBe(false);
});

it('[DR45] several texts grow out of one, read or not', () => {
  const first = growingText('abc');
  const second = first.spliced([[1, 1, 'BB']]);
  const third = second.spliced([[0, 1, '']]);
  const other = second.spliced([[4, 0, '!']]);
  const further = third.spliced([[0, 0, '?']]);
  const texts = [first, second, third, other, further];
  expect(texts.map((text) => text.length())).toEqual([3, 4, 3, 5, 4]);
  expect(texts.map((text) => text.read())).toEqual(['abc', 'aBBc', 'BBc', 'aBBc!', '?BBc']);
  expect(second.spliced([[0, 4, 'z']]).read()).toBe('z');
  expect(first.spliced([[0, 0, '-']]).read()).toBe('-abc');
});
