import { expect, it } from 'vitest';
import type { CustomerRecord } from '../../records/customers.ts';
import type { Load } from '../records/loads.ts';
import { noChanges } from '../use-case/use-case.ts';
import { makeRoomForVisitor } from './visitor-room.ts';

const limits = { maxVisitors: 4, visitorLifeMs: 1_000_000, silentVisitorLifeMs: 100_000 };
const clock = { now: () => 500_000 };

const visitor = (number: number, expiresAt: number) =>
  ({ number, expiresAt, registerDate: 0, channelNumber: 1, workspace: 1, purpose: 'live' }) as CustomerRecord;

/**
 * Makes room in a channel of four visitors.
 *
 * @param lock - Changes the visitors when the locks of those who were chosen are waited for, the given time.
 * @returns Who was erased, or the code of the refusal.
 */
function makeRoom(lock: (visitors: Map<number, CustomerRecord>, time: number) => void): readonly number[] | string {
  const visitors = new Map([1, 2, 3, 4].map((number) => [number, visitor(number, 1_000_000 + number)]));
  const changes = noChanges();
  const making = makeRoomForVisitor({ clock, limits }, changes, 1);
  let locked = 0;
  const answer = (load: Load): unknown => {
    if (load.kind === 'countExpiring') return 4;
    if (load.kind === 'customer') return visitors.get(load.number);
    if (load.kind !== 'firstExpiring') throw new Error(load.kind);
    const later = [...visitors.values()].filter(({ expiresAt = 0 }) => expiresAt > load.after);
    return later.sort((a, b) => (a.expiresAt ?? 0) - (b.expiresAt ?? 0)).slice(0, load.limit);
  };
  try {
    for (let step = making.next([]); step.done !== true; ) {
      if (step.value.some(({ kind }) => kind === 'customer')) {
        locked += 1;
        lock(visitors, locked);
      }
      step = making.next(step.value.map(answer));
    }
  } catch (error) {
    return (error as { readonly code: string }).code;
  }
  return changes.operations.map((each) => (each.kind === 'eraseCustomer' ? each.number : 0));
}

it.for<[string, Parameters<typeof makeRoom>[0], ReturnType<typeof makeRoom>]>([
  ['nothing happens', () => undefined, [1]],
  [
    'the first speaks',
    (visitors, time) => {
      if (time === 1) visitors.set(1, visitor(1, 1_500_000));
    },
    [2],
  ],
  [
    'others erase the first two',
    (visitors, time) => {
      visitors.delete(time <= 2 ? time : 0);
    },
    [3],
  ],
  [
    'each speaks when it is chosen',
    (visitors, time) => {
      const [first] = [...visitors.values()].sort((a, b) => (a.expiresAt ?? 0) - (b.expiresAt ?? 0));
      if (first !== undefined) visitors.set(first.number, visitor(first.number, 1_500_000 + time));
    },
    'too_many_requests',
  ],
  ['all are erased', (visitors) => visitors.clear(), 'too_many_requests'],
])('[VI8][VI18] the most silent visitor who is still silent goes when %s', ([, lock, expected]) => {
  expect(makeRoom(lock)).toEqual(expected);
});
