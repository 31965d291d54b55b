import { memoryStorage } from '@botwright/core/memory';
import type { Storage } from '@botwright/core/ports';
import { expect, it } from 'vitest';
import { storageCases } from '../src/storage/storage-cases.ts';
import { accountMutants } from './mutants/account-mutants.ts';
import { botMutants } from './mutants/bot-mutants.ts';
import { brandMutants } from './mutants/brand-mutants.ts';
import { conversationMutants } from './mutants/conversation-mutants.ts';
import { customerMutants } from './mutants/customer-mutants.ts';
import { deliveryMutants } from './mutants/delivery-mutants.ts';
import { documentMutants } from './mutants/document-mutants.ts';
import { lookupMutants } from './mutants/lookup-mutants.ts';
import { rateLimiterMutants } from './mutants/rate-limiter-mutants.ts';
import { recordMutants } from './mutants/record-mutants.ts';
import { requestMutants } from './mutants/request-mutants.ts';
import { tenantMutants } from './mutants/tenant-mutants.ts';
import { transactionMutants } from './mutants/transaction-mutants.ts';

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
];

/** Runs the cases of these rules. @returns The rules that failed. */
async function failingRules(create: () => Storage, rules?: readonly string[]): Promise<readonly string[]> {
  const failing = new Set<string>();
  for (const each of storageCases) {
    if (each.needs !== undefined || rules?.includes(each.rule) === false) continue;
    await each.run({ storage: create() }).catch(() => failing.add(each.rule));
  }
  return [...failing];
}

it('a correct store passes every test', async () => {
  expect(await failingRules(memoryStorage)).toEqual([]);
});

it.for(mutants)('the contract finds at $rule that $fault', async ({ rule, breakStorage }) => {
  expect(await failingRules(() => breakStorage(memoryStorage()), [rule])).toEqual([rule]);
});

it('every rule of the contract has a mutant that it catches', () => {
  const caught = new Set(mutants.map(({ rule }) => rule));
  const rules = new Set(storageCases.filter((each) => each.needs === undefined).map(({ rule }) => rule));
  expect([...rules].filter((rule) => !caught.has(rule))).toEqual([]);
});
