import { expect, it } from 'vitest';
import { type FinishingVersion, finishingAfter, versionToFinish } from './finishing-version.ts';

const day = 24 * 60 * 60 * 1_000;

const kept: readonly FinishingVersion[] = [
  { version: 'b', until: 3 * day },
  { version: 'd', until: 2 * day },
];

it.each([
  ['the first publication', {}, 7, undefined],
  ['move', { finishing: kept, liveVersion: 'e' }, undefined, undefined],
  ['finish', { liveVersion: 'e' }, 7, [{ version: 'e', until: 8 * day }]],
  ['finish again', { finishing: kept, liveVersion: 'e' }, 1, [...kept, { version: 'e', until: 2 * day }]],
] as const)('[VE36][VE37] versions to finish after %s', (_, bot, finishDays, expected) => {
  expect(finishingAfter(bot, { finishDays, publishedAt: day })).toEqual(expected);
});

it('[VE37] versions without days left are not kept, and of others the newest 20', () => {
  const bot = { finishing: kept, liveVersion: 'e' };
  const after = (publishedAt: number) => finishingAfter(bot, { finishDays: 1, publishedAt });
  expect(after(2 * day)?.map(({ version }) => version)).toEqual(['b', 'e']);
  expect(after(3 * day)?.map(({ version }) => version)).toEqual(['e']);
  const finishing = Array.from({ length: 20 }, (_, index) => ({ version: `v${index + 10}`, until: 2 * day }));
  const versions = finishingAfter({ finishing, liveVersion: 'v30' }, { finishDays: 1, publishedAt: 0 });
  expect(versions?.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, index) => `v${index + 11}`));
});

it.each([
  ['b', 0, 'b'],
  ['b', 3 * day - 1, 'b'],
  ['b', 3 * day, undefined],
  ['d', 2 * day, undefined],
  ['e', 0, undefined],
  // Of a version that is not kept, or of a release that stored none.
  ['a', 0, 'b'],
  ['c', 0, 'd'],
  [undefined, 0, 'b'],
])('[VE36][VE38] a conversation of version %s continues at %d on version %s', (version, now, expected) => {
  expect(versionToFinish(kept, version, now)).toBe(expected);
});

it('[VE36] without versions to finish on, a conversation continues on the live version', () => {
  expect(versionToFinish(undefined, 'a', 0)).toBeUndefined();
});
