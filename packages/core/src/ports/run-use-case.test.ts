import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Operation } from './operations.ts';
import { answerLoads, applyAll } from './run-use-case.ts';

let unhandled: unknown[];
const note = (error: unknown): void => void unhandled.push(error);
beforeEach(() => {
  unhandled = [];
  process.on('unhandledRejection', note);
});
afterEach(() => {
  process.off('unhandledRejection', note);
});

/** Rejects later than the call that is made before it is awaited. */
async function fails(ms: number, message: string): Promise<never> {
  await wait(ms);
  throw new Error(message);
}

const erase: Operation = { kind: 'eraseCustomer', number: 1, at: 0 };
const insert = { kind: 'insertCustomer', customer: {} } as unknown as Operation;

it('[ST125] a change that fails while another is waited for rejects the decision, and nothing else', async () => {
  const stores = {
    deliveries: { eraseOfCustomer: () => fails(0, 'erase') },
    customers: { insert: () => fails(30, 'insert') },
  };
  await expect(applyAll(stores as never, [erase, insert])).rejects.toThrow('insert');
  await wait(0);
  expect(unhandled).toEqual([]);
});

it('[ST125] a load that fails while the lock of a bot is waited for rejects the use-case, and nothing else', async () => {
  const stores = {
    drafts: { findHead: () => fails(0, 'draft') },
    bots: { lock: () => fails(30, 'bot') },
  };
  const loads = [{ kind: 'draftHead', botId: 'b' } as const, { kind: 'lockedBot', id: 'b' } as const];
  const loading = answerLoads(
    stores as never,
    (function* () {
      yield loads;
    })(),
  );
  await expect(loading).rejects.toThrow('bot');
  await wait(0);
  expect(unhandled).toEqual([]);
});
