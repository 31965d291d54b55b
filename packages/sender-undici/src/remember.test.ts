import fc from 'fast-check';
import { expect, it } from 'vitest';
import { remember } from './remember.ts';

it('a remembered function answers as the function itself, and keeps the texts that were used last', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 40 });
  fc.assert(
    fc.property(texts, (asked) => {
      const computed: string[] = [];
      const upper = remember(3, (text) => {
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

it('remembers that there is nothing', () => {
  let calls = 0;
  const nothing = remember(1, () => {
    calls += 1;
    return undefined;
  });
  expect([nothing('a'), nothing('a'), calls]).toEqual([undefined, undefined, 1]);
});
