import { afterEach, expect, it, vi } from 'vitest';
import { storedText, storedTexts, type VisitorText } from './stored-texts.ts';

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
  const [stored, other] = [storedTexts('bot 1 text'), storedTexts('bot 2 text')];
  const refused = { ...textOf('a', 2), payload: 'p', answers: 'u1', reason: 'Too long.' };
  stored.put(textOf('a', 2));
  stored.put(textOf('b', 1));
  stored.put(refused);
  other.put(textOf('c', 1));
  expect(storedTexts('bot 1 text').list()).toEqual([textOf('b', 1), refused]);
  stored.remove('a');
  expect([stored.list(), other.list()]).toEqual([[textOf('b', 1)], [textOf('c', 1)]]);
  items.set('bot 1 text x', '{');
  items.set('bot 1 text y', '{"id": 5}');
  expect(stored.list()).toEqual([textOf('b', 1)]);
});

it('[WC27] stores at most 50 texts, which can change', () => {
  const items = stubStorage();
  const stored = storedTexts('text');
  for (let at = 0; at < 60; at += 1) stored.put(textOf(`${at}`, at));
  stored.put({ ...textOf('0', 0), reason: 'No.' });
  expect([items.size, stored.list()[0]?.reason]).toEqual([50, 'No.']);
});

it.for([{ set: true }, { all: true }])(
  '[WC27] where a browser keeps nothing, the token lasts as long as the page: %o',
  (fails) => {
    stubStorage(fails);
    const [token, texts] = [storedText('token'), storedTexts('text')];
    token.set('t1');
    texts.put(textOf('a', 1));
    texts.remove('b');
    expect([token.get(), texts.list()]).toEqual(['t1', []]);
    token.set(undefined);
    expect(token.get()).toBeUndefined();
  },
);
