import { afterEach, expect, it, vi } from 'vitest';
import { keptText, keptTexts, type VisitorText } from './kept.ts';

/** A stand-in for the storage of a browser. */
function stubStorage(fails: { readonly set?: boolean; readonly all?: boolean } = {}): Map<string, string> {
  const items = new Map<string, string>();
  const storage = {
    get length() {
      return items.size;
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem(key: string, value: string) {
      if (fails.set === true) throw new DOMException('Full', 'QuotaExceededError');
      items.set(key, value);
    },
    removeItem: (key: string) => void items.delete(key),
  };
  vi.stubGlobal('window', {
    get localStorage() {
      if (fails.all === true) throw new DOMException('Refused', 'SecurityError');
      return storage;
    },
  });
  return items;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

const textOf = (id: string, at: number): VisitorText => ({
  id,
  text: `text ${id}`,
  conversation: 't1',
  at,
  reason: undefined,
});

it('[WC27] stores texts in order until they are removed, separately for each bot', () => {
  const items = stubStorage();
  const [kept, other] = [keptTexts('bot 1 text'), keptTexts('bot 2 text')];
  const refused = { ...textOf('a', 2), payload: 'p', answers: 'u1', reason: 'Too long.' };
  kept.put(textOf('a', 2));
  kept.put(textOf('b', 1));
  kept.put(refused);
  other.put(textOf('c', 1));
  expect(keptTexts('bot 1 text').list()).toEqual([textOf('b', 1), refused]);
  kept.remove('a');
  expect([kept.list(), other.list()]).toEqual([[textOf('b', 1)], [textOf('c', 1)]]);
  items.set('bot 1 text x', '{');
  items.set('bot 1 text y', '{"id": 5}');
  expect(kept.list()).toEqual([textOf('b', 1)]);
});

it('[WC27] stores at most 50 texts, which can change', () => {
  const items = stubStorage();
  const kept = keptTexts('text');
  for (let at = 0; at < 60; at += 1) kept.put(textOf(`${at}`, at));
  kept.put({ ...textOf('0', 0), reason: 'No.' });
  expect([items.size, kept.list()[0]?.reason]).toEqual([50, 'No.']);
});

it.for([{ set: true }, { all: true }])(
  '[WC27] where a browser keeps nothing, the token lasts as long as the page: %o',
  (fails) => {
    stubStorage(fails);
    const [token, texts] = [keptText('token'), keptTexts('text')];
    token.set('t1');
    texts.put(textOf('a', 1));
    texts.remove('b');
    expect([token.get(), texts.list()]).toEqual(['t1', []]);
    token.set(undefined);
    expect(token.get()).toBeUndefined();
  },
);
