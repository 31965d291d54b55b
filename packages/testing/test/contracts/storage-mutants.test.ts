import { memoryStorage } from '@botwright/core/memory';
import type { AnyKind, Storage } from '@botwright/core/ports';
import { expect, it } from 'vitest';
import type { StorageFixture } from '../../src/contracts/contract.ts';
import { storageCases } from '../../src/contracts/storage-cases.ts';
import { clockMutants } from './mutants/clock-mutants.ts';
import { conversationMutants } from './mutants/conversation-mutants.ts';
import { deliveryMutants } from './mutants/delivery-mutants.ts';
import { durableFixture, durableMutants } from './mutants/durable-mutants.ts';
import { rateLimiterMutants } from './mutants/rate-limiter-mutants.ts';
import { recordMutants } from './mutants/record-mutants.ts';
import { storeMutants } from './mutants/store-mutants.ts';
import { wakeMutants } from './mutants/wake-mutants.ts';

const mutants = [
  ...storeMutants,
  ...recordMutants,
  ...conversationMutants,
  ...wakeMutants,
  ...deliveryMutants,
  ...clockMutants,
  ...rateLimiterMutants,
];

/** Runs the cases of these rules that the fixture has all for. @returns The rules that failed. */
async function failingRules(
  create: (kinds: readonly AnyKind[]) => StorageFixture,
  rules?: readonly string[],
): Promise<readonly string[]> {
  const failing = new Set<string>();
  for (const each of storageCases) {
    if (rules?.includes(each.rule) === false) continue;
    const fixture = create(each.kinds);
    if (each.needs === 'durable' && fixture.reopen === undefined) continue;
    if (each.needs === 'queued-work' && fixture.openBeside === undefined) continue;
    await each.run(fixture).catch(() => failing.add(each.rule));
  }
  return [...failing];
}

const ofStore = (change: (sound: Storage) => Storage) => (kinds: readonly AnyKind[]) => ({
  storage: change(memoryStorage({ kinds })),
});

it('a correct store passes every test', async () => {
  expect(await failingRules(ofStore((sound) => sound))).toEqual([]);
});

it('a correct store that can be opened again passes every test', async () => {
  expect(await failingRules((kinds) => durableFixture(kinds))).toEqual([]);
});

it.for(mutants)('the contract finds at $rule that $fault', async ({ rule, breakStorage }) => {
  expect(await failingRules(ofStore(breakStorage), [rule])).toEqual([rule]);
});

it.for(durableMutants)('the contract finds at $rule that $fault', async ({ rule, reopen }) => {
  expect(await failingRules((kinds) => durableFixture(kinds, reopen), [rule])).toEqual([rule]);
});

it('every rule of the contract has a mutant that it catches', () => {
  const caught = new Set([...mutants, ...durableMutants].map(({ rule }) => rule));
  const rules = storageCases.filter(({ needs }) => needs !== 'queued-work').map(({ rule }) => rule);
  expect(new Set(rules).difference(caught)).toEqual(new Set());
});
