import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTextIndex } from './text-index.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'ß', '\u{1f916}', ' '), maxLength: 8 });

it('[RS30] every text that has the text of a search is among the candidates, after any changes', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(20), fc.option(text)), { maxLength: 200 }), text, (steps, search) => {
      const texts = new Map<number, string>();
      const index = createTextIndex(() => texts);
      for (const [number, after] of steps) {
        index.put(number, texts.get(number), after ?? undefined);
        if (after === null) texts.delete(number);
        else texts.set(number, after);
        index.tidy();
      }
      const candidates = index.candidates(search);
      expect(candidates === undefined).toBe(search.length < 3);
      const matches = [...texts].filter(([, each]) => each.includes(search)).map(([number]) => number);
      expect(matches.filter((number) => candidates?.has(number) === false)).toEqual([]);
    }),
    { seed: 20261126, numRuns: 300 },
  );
});

it('[RS30] former texts are forgotten once they are the majority', () => {
  const texts = new Map<number, string>();
  const index = createTextIndex(() => texts);
  for (let number = 1; number <= 5_000; number += 1) {
    index.put(1, texts.get(1), `text ${number}`);
    texts.set(1, `text ${number}`);
    index.put(number + 1, undefined, `kept ${number}`);
    texts.set(number + 1, `kept ${number}`);
    index.put(number + 1, `kept ${number}`, undefined);
    texts.delete(number + 1);
  }
  expect(index.candidates('kept')?.size).toBe(5_000);
  index.tidy();
  expect([...(index.candidates('kept') ?? [])]).toEqual([]);
  expect([...(index.candidates('5000') ?? [])]).toEqual([1]);
});
