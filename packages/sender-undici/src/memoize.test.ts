import fc from 'fast-check';
import { expect, it } from 'vitest';
import { memoize } from './memoize.ts';

it('a memoized function returns the same results, and keeps the texts used last', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 40 });
  fc.assert(
    fc.property(texts, (asked) => {
      const computed: string[] = [];
      const upper = memoize(3, (text) => {
        computed.push(text);
        return text.toUpperCase();
      });
      let latest: readonly string[] = [];
      for (const text of asked) {
        const isKnown = latest.includes(text);
        const before = computed.length;
        expect(upper(text)).toBe(text.toUpperCase());
        expect(computed.length).toBe(isKnown ? before : before + 1);
        latest = [text, ...latest.filter((each) => each !== text)].slice(0, 3);
      }
    }),
    { seed: 20261123 },
  );
});

it('caches undefined', () => {
  let calls = 0;
  const nothing = memoize(1, () => {
    calls += 1;
    return undefined;
  });
  expect([nothing('a'), nothing('a'), calls]).toEqual([undefined, undefined, 1]);
});
