import { memoryStorage } from '@botwright/core/memory';
import type { Storage } from '@botwright/core/ports';
import { expect, it } from 'vitest';
import { storageCases } from '../../src/contracts/storage/storage-cases.ts';
import type { StorageFixture } from '../../src/contracts/storage/storage-fixture.ts';
import { accountMutants } from './mutants/account-mutants.ts';
import { botMutants } from './mutants/bot-mutants.ts';
import { brandMutants } from './mutants/brand-mutants.ts';
import { clockMutants } from './mutants/clock-mutants.ts';
import { conversationMutants } from './mutants/conversation-mutants.ts';
import { customerMutants } from './mutants/customer-mutants.ts';
import { deliveryMutants } from './mutants/delivery-mutants.ts';
import { documentMutants } from './mutants/document-mutants.ts';
import { durableFixture, durableMutants } from './mutants/durable-mutants.ts';
import { lookupMutants } from './mutants/lookup-mutants.ts';
import { rateLimiterMutants } from './mutants/rate-limiter-mutants.ts';
import { recordMutants } from './mutants/record-mutants.ts';
import { requestMutants } from './mutants/request-mutants.ts';
import { tenantMutants } from './mutants/tenant-mutants.ts';
import { transactionMutants } from './mutants/transaction-mutants.ts';
import { useCaseMutants } from './mutants/use-case-mutants.ts';
import { visitorMutants } from './mutants/visitor-mutants.ts';

const mutants = [
  ...transactionMutants,
  ...brandMutants,
  ...botMutants,
  ...documentMutants,
  ...requestMutants,
  ...rateLimiterMutants,
  ...accountMutants,
  ...deliveryMutants,
  ...conversationMutants,
  ...recordMutants,
  ...customerMutants,
  ...lookupMutants,
  ...tenantMutants,
  ...useCaseMutants,
  ...visitorMutants,
  ...clockMutants,
];

/** Runs the cases of these rules that the fixture has all for. @returns The rules that failed. */
async function failingRules(create: () => StorageFixture, rules?: readonly string[]): Promise<readonly string[]> {
  const failing = new Set<string>();
  for (const each of storageCases) {
    if (rules?.includes(each.rule) === false) continue;
    const fixture = create();
    const needed = { durable: fixture.reopen, 'queued-work': fixture.openBeside };
    if (each.needs !== undefined && needed[each.needs] === undefined) continue;
    await each.run(fixture).catch(() => failing.add(each.rule));
  }
  return [...failing];
}

const ofStore = (create: () => Storage) => () => ({ storage: create() });

it('a correct store passes every test', async () => {
  expect(await failingRules(ofStore(memoryStorage))).toEqual([]);
});

it('a correct store that can be opened again passes every test', async () => {
  expect(await failingRules(durableFixture)).toEqual([]);
});

it.for(mutants)('the contract finds at $rule that $fault', async ({ rule, breakStorage }) => {
  expect(
    await failingRules(
      ofStore(() => breakStorage(memoryStorage())),
      [rule],
    ),
  ).toEqual([rule]);
});

it.for(durableMutants)('the contract finds at $rule that $fault', async ({ rule, reopen }) => {
  expect(await failingRules(() => durableFixture(reopen), [rule])).toEqual([rule]);
});

it('every rule of the contract has a mutant that it catches', () => {
  for (const [needs, caught] of [
    [undefined, mutants],
    ['durable', durableMutants],
  ] as const) {
    const rules = new Set(storageCases.filter((each) => each.needs === needs).map(({ rule }) => rule));
    expect(rules.difference(new Set(caught.map(({ rule }) => rule)))).toEqual(new Set());
  }
});
