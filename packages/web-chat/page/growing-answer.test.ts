import { expect, it } from 'vitest';
import { type AnswerPart, withPart } from './growing-answer.tsx';

const grown = (...parts: readonly AnswerPart[]) => parts.reduce<AnswerPart | undefined>(withPart, undefined);

it('[LM32] parts of an answer are put together, unless one is missing', () => {
  const [one, two, three] = [
    { seq: 1, text: 'One' },
    { seq: 2, text: ', two' },
    { seq: 3, text: ', three' },
  ] as const;
  expect(grown(one, two, three)).toEqual({ seq: 3, text: 'One, two, three' });
  expect([grown(two), grown(one, three), grown(one, three, two)]).toEqual([undefined, undefined, undefined]);
  expect(grown(one, two, one)).toEqual(one);
});
