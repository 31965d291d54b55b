import { expect, it } from 'vitest';
import { systemTimer } from '../node/system.ts';
import type { Timer } from '../ports/clock.ts';
import { createLargeAnswers } from './large-answers.ts';

const open = () => createLargeAnswers({ clock: { now: () => 0 }, timer: systemTimer(), maxBytes: 10 });

/** What becomes of answers that begin one after the other. */
function outcomes(answers: ReturnType<typeof open>, begun: readonly (readonly [brand: string, bytes: number])[]) {
  return begun.map(([brand, bytes]) => {
    try {
      answers.begin(brand, bytes);
      return 'begun';
    } catch (error) {
      return (error as { code: string }).code;
    }
  });
}

it.for([
  [
    'a brand has so much',
    [
      ['a', 6],
      ['a', 4],
      ['a', 1],
    ],
    ['begun', 'begun', 'too_many_requests'],
  ],
  [
    'its first is always accepted',
    [
      ['a', 99],
      ['a', 1],
      ['b', 99],
    ],
    ['begun', 'too_many_requests', 'begun'],
  ],
  [
    'all have four times as much',
    [
      ['a', 10],
      ['b', 10],
      ['c', 10],
      ['d', 9],
      ['d', 1],
      ['e', 1],
      ['e', 1],
    ],
    ['begun', 'begun', 'begun', 'begun', 'begun', 'begun', 'too_many_requests'],
  ],
] as const)('[DR51] %s', ([, begun, expected]) => {
  expect(outcomes(open(), begun)).toEqual(expected);
});

it('[DR51] what has ended leaves room, once', () => {
  const answers = open();
  const first = answers.begin('a', 8);
  first.end();
  first.end();
  answers.begin('a', 8);
  expect(outcomes(answers, [['a', 3]])).toEqual(['too_many_requests']);
  answers.beginAccepted('a', 20);
});

it('[DR51] pieces of a brand are made one by one, and brands take turns', async () => {
  const answers = open();
  const made: string[] = [];
  const send = async (brand: string, name: string) => {
    const answer = answers.beginAccepted(brand, 1);
    for (const piece of [1, 2, 3]) await answer.piece(() => made.push(`${name}${piece}`));
    answer.end();
  };
  await Promise.all([send('a', 'a'), send('a', 'A'), send('b', 'b')]);
  expect(made.filter((each) => !each.startsWith('b'))).toEqual(['a1', 'A1', 'a2', 'A2', 'a3', 'A3']);
  expect(made.indexOf('b3')).toBeLessThan(made.indexOf('A2') + 2);
});

it('[CV56] while an answer rests after a long piece, the process stays alive', async () => {
  let [now, holds] = [0, 0];
  const heldDuringRests: number[] = [];
  const timer: Timer = {
    async sleep() {
      heldDuringRests.push(holds);
    },
    keepAlive() {
      holds += 1;
      return () => {
        holds -= 1;
      };
    },
  };
  const answer = createLargeAnswers({ clock: { now: () => now }, timer, maxBytes: 10 }).begin('a', 1);
  for (const took of [700, 30]) {
    await answer.piece(() => {
      now += took;
    });
  }
  expect([heldDuringRests, holds]).toEqual([[1, 1], 0]);
});
