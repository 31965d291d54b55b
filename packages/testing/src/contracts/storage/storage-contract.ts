import { setTimeout as wait } from 'node:timers/promises';
import type { Storage } from '@botwright/core/ports';
import type { ContractCase, ContractSkip, ContractTest } from '../contract.ts';
import { storageCases } from './storage-cases.ts';
import type { StorageFixture } from './storage-fixture.ts';

/** A store, with functions to open it again and to remove its data. */
export interface OpenedStorage {
  readonly storage: Storage;
}

export interface StorageContractOptions<TOpened extends OpenedStorage> {
  /** Opens a new and empty store. Called for each test, possibly for several at a time. */
  open(): TOpened | Promise<TOpened>;
  /** Opens the same data again after the store was closed. Set if, and only if, the store is durable. */
  reopen?(opened: TOpened): Storage | Promise<Storage>;
  /** Opens the same data a second time while it is open. Set if, and only if, the store has `onQueuedWork`. */
  openBeside?(opened: TOpened): Storage | Promise<Storage>;
  /** Removes the data of a closed store, such as its file. */
  remove?(opened: TOpened): void | Promise<void>;
  /** Rules that the store does not follow. Their tests stay in the list, with the reason. */
  readonly skip?: readonly ContractSkip[];
  /** Milliseconds after which a running test fails: the store never answered one of its calls. Default 120,000. */
  readonly limitMs?: number;
}

/**
 * Lists the tests that show whether a store follows its rules. Pass each test to any test runner. Each opens a new
 * store and closes it; tests may run in any order.
 *
 * @throws When `skip` names a rule that has no test.
 * @example
 * for (const { title, skip, run } of storageContract({ open: () => ({ storage: myStorage() }) })) {
 *   test(title, { skip: skip ?? false }, run); // node:test
 * }
 */
export function storageContract<TOpened extends OpenedStorage>(
  options: StorageContractOptions<TOpened>,
): readonly ContractTest[] {
  const reasons = new Map((options.skip ?? []).map(({ rule, reason }) => [rule, reason]));
  for (const rule of reasons.keys()) {
    if (!storageCases.some((each) => each.rule === rule)) throw new TypeError(`There is no test of the rule ${rule}.`);
  }
  return storageCases
    .filter(({ needs }) => needs !== 'durable' || options.reopen !== undefined)
    .filter(({ needs }) => needs !== 'queued-work' || options.openBeside !== undefined)
    .map((each) => {
      const skip = reasons.get(each.rule);
      return {
        rule: each.rule,
        title: `[${each.rule}] ${each.title}`,
        ...(skip !== undefined && { skip }),
        run: () => runCase(each, options),
      };
    });
}

async function runCase<TOpened extends OpenedStorage>(
  { rule, title, run }: ContractCase<StorageFixture>,
  { open, reopen, openBeside, remove, limitMs = 120_000 }: StorageContractOptions<TOpened>,
): Promise<void> {
  const opened = await within(limitMs, 'open()', open());
  try {
    let storage = checked(opened?.storage, 'open() must return { storage }');
    if (storage.onQueuedWork !== undefined && openBeside === undefined) {
      throw new TypeError('A storage with onQueuedWork is tested with openBeside().');
    }
    const beside: Storage[] = [];
    const close = async () => {
      await Promise.all(beside.splice(0).map((each) => each.close()));
      await storage.close();
    };
    try {
      const running = run({
        get storage() {
          return storage;
        },
        ...(reopen !== undefined && {
          async reopen() {
            await close();
            storage = checked(await reopen(opened), 'reopen() must return a storage');
            return storage;
          },
        }),
        ...(openBeside !== undefined && {
          async openBeside() {
            const other = checked(await openBeside(opened), 'openBeside() must return a storage');
            beside.push(other);
            return other;
          },
        }),
      });
      await within(limitMs, 'The test', running);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      await within(closingMs, 'close()', close()).catch(() => undefined);
      throw new Error(`The store breaks the rule ${rule}: "${title}" does not hold.\n${reason}`, { cause });
    }
    await within(limitMs, 'close()', close());
  } finally {
    await within(limitMs, 'remove()', remove?.(opened));
  }
}

/** Milliseconds that a store has to close which has failed already. */
const closingMs = 5_000;

/** The timer keeps the process alive, so that a call which nobody answers is reported and does not just end it. */
async function within<T>(limitMs: number, what: string, call: T | Promise<T>): Promise<T> {
  const ended = new AbortController();
  const late = wait(limitMs, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`${what} did not end within ${limitMs / 1_000} seconds: a call was never answered.`);
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    late.catch(() => undefined);
    ended.abort();
  }
}

const members = {
  capabilities: 'object',
  tenants: 'object',
  conversationQueue: 'object',
  rateLimiter: 'object',
  deliveryQueue: 'object',
  reader: 'function',
  transaction: 'function',
  close: 'function',
} as const satisfies Record<Exclude<keyof Storage, 'execute' | 'onQueuedWork'>, 'object' | 'function'>;

/** @throws {TypeError} When members of a storage are missing. */
function checked(storage: Storage, expected: string): Storage {
  const missing = Object.entries(members).filter(([name, type]) => typeof storage?.[name as keyof Storage] !== type);
  if (missing.length === 0) return storage;
  throw new TypeError(`${expected}, which lacks ${missing.map(([name]) => name).join(', ')}.`);
}
