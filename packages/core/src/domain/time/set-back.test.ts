import { expect, it } from 'vitest';
import { createSetBackSweep, dueAfterSetBack, leaseAfterSetBack, type SetBackClaim } from './set-back.ts';

interface Place {
  readonly at: number;
}

const claimAt = (now: number, worker = 'w') => ({ worker, now, leaseUntil: now + 10 });

/** Sweeps that end with one slice. @returns The differences passed to slices, by claim. */
function sweepOfOne() {
  const sweep = createSetBackSweep<Place>();
  return async (now: number, worker?: string): Promise<readonly number[]> => {
    const given: number[] = [];
    await sweep.run(claimAt(now, worker), async ({ differenceMs }) => {
      given.push(differenceMs);
      return 'done';
    });
    return given;
  };
}

it('[DQ27][CQ22] the first claim of a worker looks, and one by a clock that was set back by more than a second', async () => {
  const at = sweepOfOne();
  expect(await at(100_000)).toEqual([60_000]);
  expect(await at(100_500)).toEqual([]);
  expect(await at(99_500)).toEqual([]);
  expect(await at(99_499)).toEqual([1_000]);
  expect(await at(99_499, 'other')).toEqual([60_000]);
  expect(await at(104_498)).toEqual([]);
  // A second check, for work under way.
  expect(await at(104_499)).toEqual([1_000]);
  expect(await at(104_500)).toEqual([]);
  expect(await at(200_000)).toEqual([]);
});

it('[DQ27][CQ22] a slice that fails is left to the next claim, and what the one before it did is not done again', async () => {
  const sweep = createSetBackSweep<Place>();
  await sweep.run(claimAt(100_000), async () => 'done');
  const places: (number | undefined)[] = [];
  const slice = (fails: boolean) => async (claim: SetBackClaim, place: Place | undefined) => {
    places.push(place?.at);
    expect(claim.differenceMs).toBe(1_000);
    if (place?.at === 1 && fails) throw new Error('away');
    return place?.at === 2 ? ('done' as const) : { at: (place?.at ?? 0) + 1 };
  };
  await expect(sweep.run(claimAt(50_000), slice(true))).rejects.toThrow('away');
  // Like a worker after a failed claim, with another name.
  await expect(sweep.run(claimAt(50_001), slice(true))).rejects.toThrow('away');
  await sweep.run(claimAt(50_002), slice(false));
  expect(places).toEqual([undefined, 1, 1, 1, 2]);
  await sweep.run(claimAt(50_003), slice(false));
  expect(places).toHaveLength(5);
});

it('[DQ27][CQ22] a worker with a new name after a failure begins again, by the known clock', async () => {
  const sweep = createSetBackSweep<Place>();
  await sweep.run(claimAt(100_000), async () => 'done');
  await expect(sweep.run(claimAt(50_000), () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  const given: (SetBackClaim | Place | undefined)[] = [];
  await sweep.run(claimAt(50_001, 'new'), async (claim, place) => {
    given.push(claim, place);
    return 'done';
  });
  expect(given).toEqual([{ now: 50_001, leaseUntil: 50_011, differenceMs: 1_000 }, undefined]);
});

it('[PG35] a claim waits for twenty slices, and for none that is put off', async () => {
  const sweep = createSetBackSweep<Place>();
  const seen: number[] = [];
  const slice = async (_: SetBackClaim, place: Place = { at: 0 }) => {
    seen.push(place.at);
    return { at: place.at + 1 };
  };
  await sweep.run(claimAt(1), slice);
  expect(seen).toEqual(Array.from({ length: 20 }, (_, at) => at));
  await sweep.run(claimAt(2), async (_, place) => {
    seen.push(place?.at ?? -1);
    return 'later';
  });
  await sweep.run(claimAt(3), async (_, place) => {
    seen.push(place?.at ?? -1);
    return 'done';
  });
  expect(seen.slice(20)).toEqual([20, 20]);
});

it('[DQ27] two claims at a time end each slice once', async () => {
  const sweep = createSetBackSweep<Place>();
  const ends: (number | undefined)[] = [];
  const slice = async (_: SetBackClaim, place: Place | undefined) => {
    await Promise.resolve();
    ends.push(place?.at);
    return place?.at === 1 ? ('done' as const) : { at: 1 };
  };
  await Promise.all([sweep.run(claimAt(1), slice), sweep.run(claimAt(1), slice)]);
  expect(new Set(ends)).toEqual(new Set([undefined, 1]));
  await sweep.run(claimAt(2), () => Promise.reject(new Error('nothing is left')));
});

it.each([
  ['due', { since: 5_000, dueAt: 1_000 }, 60_000, undefined],
  ['of the past', { since: 500, dueAt: 9_000 }, 60_000, undefined],
  ['by a clock that differs a little', { since: 2_000, dueAt: 9_000 }, 1_000, undefined],
  ['by a clock that was set back', { since: 2_001, dueAt: 9_000 }, 1_000, 1_000],
  ['by a clock that may be ahead', { since: 61_000, dueAt: 99_001 }, 60_000, undefined],
  ['by a clock that is too far ahead', { since: 61_001, dueAt: 99_001 }, 60_000, 1_000],
] as const)('[DQ27] what is planned anew: %s', (_, wait, differenceMs, dueAt) => {
  expect(dueAfterSetBack(wait, { now: 1_000, differenceMs })).toBe(dueAt);
});

it('[DQ27][CQ22] a lease ends no later than one that is given now, but for a second', () => {
  expect(leaseAfterSetBack(3_000, { leaseUntil: 2_000, differenceMs: 1_000 })).toBeUndefined();
  expect(leaseAfterSetBack(3_001, { leaseUntil: 2_000, differenceMs: 1_000 })).toBe(2_000);
});
