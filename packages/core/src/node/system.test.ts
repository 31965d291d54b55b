import { afterEach, expect, it, vi } from 'vitest';
import { momentOfUuidV7 } from '../domain/uuid.ts';
import { systemClock, systemIds } from './system.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

it('the clock gives the machine’s time, also when that is set back', () => {
  const times = [5_000, 4_000, 5_000, 6_000];
  vi.spyOn(Date, 'now').mockImplementation(() => times.shift() ?? 0);
  const clock = systemClock();
  expect([clock.now(), clock.now(), clock.now(), clock.now()]).toEqual([5_000, 4_000, 5_000, 6_000]);
});

it('uuids have their form, and tokens their length', () => {
  const ids = systemIds();
  expect(ids.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(ids.uuidAt(1_767_225_600_000)).toMatch(/^019b76da-a800-7000-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(ids.token()).toMatch(/^[A-Za-z0-9_-]{32}$/);
  expect(new Set(Array.from({ length: 1_000 }, () => ids.token())).size).toBe(1_000);
});

it('uuids of one source rise, for any requested moment', () => {
  const ids = systemIds();
  const moments = [10, 10, 9, 0, 11, ...Array.from({ length: 10_000 }, () => 11), 12];
  const made = moments.map((moment) => ids.uuidAt(moment));
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
  expect(made.map(momentOfUuidV7).slice(0, 6)).toEqual([10, 10, 10, 10, 11, 11]);
});
