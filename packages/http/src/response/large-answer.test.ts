import { expect, it } from 'vitest';
import { sendInTurn, unlimited } from './large-answer.ts';

it.for<readonly [string, string | undefined, number | undefined]>([
  ['no body', undefined, undefined],
  ['262,144 letters', 'a'.repeat(262_144), undefined],
  ['a letter more', 'a'.repeat(262_145), 262_145],
  ['200,000 letters of three bytes', '字'.repeat(200_000), 600_000],
  ['262,143 bytes of three each', '字'.repeat(87_381), undefined],
  ['one of them more', '字'.repeat(87_382), 262_146],
  ['letters of two bytes', 'ж'.repeat(131_073), 262_146],
  ['pairs of surrogates', '😀'.repeat(65_537), 262_148],
  ['few that are long among letters', `${'a'.repeat(262_142)}字`, 262_145],
])('[HT68] %s wait for their turn when they are large in bytes', async ([, body, kept]) => {
  const begun: number[] = [];
  const sent = sendInTurn({ status: 200, ...(body !== undefined && { body }) }, (bytes) => {
    begun.push(bytes);
    return unlimited;
  });
  const pieces: string[] = [];
  if (typeof sent.body === 'object') for await (const piece of sent.body) pieces.push(String(piece));
  expect(begun).toEqual(kept === undefined ? [] : [kept]);
  expect(pieces.join('')).toBe(kept === undefined ? '' : body);
  if (kept !== undefined) expect(sent.contentLength).toBe(String(kept));
});
