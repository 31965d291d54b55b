import { memoryStorage } from '@botwright/core/memory';
import { expect, it } from 'vitest';
import { storageContract } from './storage-contract.ts';

const forgetful = () => ({ storage: { ...memoryStorage(), capabilities: { durable: true } } });

it('a failure names the rule and the promise, and has the actual value', async () => {
  const broken = storageContract({ open: forgetful }).find(({ rule }) => rule === 'ST9');
  const failure = await broken?.run().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  const { message, cause } = failure as Error;
  expect(message).toMatch(/^The store breaks the rule ST9: "a store says that it is durable if .*" does not hold\.\n./);
  expect(cause).toMatchObject({ actual: true, expected: false });
});

it('rules of durable stores are tested where a store can be opened again', () => {
  const open = () => ({ storage: memoryStorage() });
  const durable = storageContract({ open, reopen: () => memoryStorage() });
  expect(durable.length).toBeGreaterThan(storageContract({ open }).length);
});

it('a skipped rule is listed with its reason, and must exist', () => {
  const skipping = (rule: string) =>
    storageContract({ open: forgetful, skip: [{ rule, reason: 'It forgets.' }] }).filter(({ skip }) => skip);
  expect(skipping('ST9').map(({ rule, skip }) => [rule, skip])).toEqual([['ST9', 'It forgets.']]);
  expect(() => skipping('ST999')).toThrow('no test of the rule ST999');
});

it('a store is closed and removed after each test, whether or not it passed', async () => {
  for (const rule of ['ST6', 'ST9']) {
    const done: string[] = [];
    const tests = storageContract({
      open() {
        const { storage } = forgetful();
        return { storage: { ...storage, close: async () => void done.push('closed') } };
      },
      remove: () => void done.push('removed'),
    });
    await tests
      .find((each) => each.rule === rule)
      ?.run()
      .catch(() => undefined);
    expect(done).toEqual(['closed', 'removed']);
  }
});
