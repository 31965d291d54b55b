import { expect, it } from 'vitest';
import { createRisingNumbers } from './table.ts';

it('[CU50] rising numbers can be read from any number on, even after numbers were removed', () => {
  const numbers = createRisingNumbers();
  for (let number = 1; number <= 3_000; number += 1) numbers.add(number * 2);
  const from = (after: number) => [...numbers.after(after)].slice(0, 2);
  expect([from(0), from(1), from(2), from(5_998), from(6_000)]).toEqual([[2, 4], [2, 4], [4, 6], [6_000], []]);
  const present = new Set([2, 4_000, 6_000]);
  numbers.keep(present);
  expect([...numbers.after(0)]).toEqual([...present]);
  numbers.add(6_001);
  expect(from(4_000)).toEqual([6_000, 6_001]);
  expect(() => numbers.add(6_001)).toThrow('rise');
});

it('[CU50] removed numbers are dropped only when they are the majority', () => {
  const numbers = createRisingNumbers();
  for (const number of [1, 2, 3]) numbers.add(number);
  numbers.keep(new Set([3]));
  expect([...numbers.after(0)]).toEqual([1, 2, 3]);
});
