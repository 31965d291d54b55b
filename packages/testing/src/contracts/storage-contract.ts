import type { AnyKind, Storage } from '@botwright/core/ports';
import type { ContractSkip, ContractTest, OptionalPart, StorageCase } from './contract.ts';
import { storageCases } from './storage-cases.ts';
import { within } from './within.ts';

/** A store; its type can have more, such as the name of its file. */
export interface OpenedStorage {
  /** The contract closes it. */
  readonly storage: Storage;
}

/** How the contract opens, reopens and removes a store. */
export interface StorageContractOptions<TOpened extends OpenedStorage> {
  /** Opens a new and empty store for these kinds of records. Called for each test, possibly for several at a time. */
  open(kinds: readonly AnyKind[]): TOpened | Promise<TOpened>;
  /** Opens the same data again after the store was closed. Set if, and only if, the store is durable. */
  reopen?(opened: TOpened, kinds: readonly AnyKind[]): Storage | Promise<Storage>;
  /** Opens the same data a second time while it is open. Set if, and only if, the store has `onQueuedWork`. */
  openBeside?(opened: TOpened, kinds: readonly AnyKind[]): Storage | Promise<Storage>;
  /** Removes the data of a closed store, such as its file. */
  remove?(opened: TOpened): void | Promise<void>;
  /** Optional parts that the store lacks: their tests are left out. Default: none. */
  readonly lacks?: readonly OptionalPart[];
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
 * for (const { title, skip, run } of storageContract({ open: (kinds) => ({ storage: myStorage({ kinds }) }) })) {
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
    .filter(({ needs }) => options.lacks?.some((part) => part === needs) !== true)
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
  { rule, title, kinds, run }: StorageCase,
  options: StorageContractOptions<TOpened>,
): Promise<void> {
  const { open, reopen, openBeside, remove, limitMs = 120_000 } = options;
  const opened = await within(limitMs, 'open()', open(kinds));
  try {
    let storage = checked(opened?.storage, 'open() must return { storage }');
    checkOptions(storage, options);
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
            storage = checked(await reopen(opened, kinds), 'reopen() must return a storage');
            return storage;
          },
        }),
        ...(openBeside !== undefined && {
          async openBeside() {
            const other = checked(await openBeside(opened, kinds), 'openBeside() must return a storage');
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

/** @throws {TypeError} When the options leave out tests of what the store has, or do not leave out tests of what it lacks. */
function checkOptions(
  { onQueuedWork, exclusive, capabilities }: Storage,
  { openBeside, lacks = [] }: Pick<StorageContractOptions<OpenedStorage>, 'openBeside' | 'lacks'>,
): void {
  if (onQueuedWork !== undefined && openBeside === undefined) {
    throw new TypeError('A storage with onQueuedWork is tested with openBeside().');
  }
  const has = { text: capabilities.text === true, exclusive: exclusive !== undefined };
  for (const part of ['text', 'exclusive'] as const) {
    if (has[part] === lacks.includes(part)) {
      throw new TypeError(`The storage ${has[part] ? 'has' : 'lacks'} ${part}: correct the option "lacks".`);
    }
  }
}

/** Milliseconds that a store has to close which has failed already. */
const closingMs = 5_000;

const members = {
  capabilities: 'object',
  conversationQueue: 'object',
  rateLimiter: 'object',
  deliveryQueue: 'object',
  read: 'function',
  commit: 'function',
  close: 'function',
} as const satisfies Record<Exclude<keyof Storage, 'exclusive' | 'onQueuedWork' | 'within'>, 'object' | 'function'>;

/** @throws {TypeError} When members of a storage are missing. */
function checked(storage: Storage, expected: string): Storage {
  const missing = Object.entries(members).filter(([name, type]) => typeof storage?.[name as keyof Storage] !== type);
  if (missing.length === 0) return storage;
  throw new TypeError(`${expected}, which lacks ${missing.map(([name]) => name).join(', ')}.`);
}
