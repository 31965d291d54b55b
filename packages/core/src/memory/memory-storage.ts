import type { ChannelRecord } from '../ports/channel-store.ts';
import type { BrandReader, Storage } from '../ports/storage.ts';
import type { TenantRegistry, TokenHolder } from '../ports/tenant-registry.ts';
import { type BrandState, createBrandState } from './brand-state.ts';
import { createConversationWork } from './conversation-work.ts';
import { createDeliveryIndex } from './delivery-index.ts';
import { deliveryQueue } from './delivery-queue.ts';
import { frozenCopy } from './frozen-copy.ts';
import { dumpContents, loadContents, type MemoryContents } from './memory-contents.ts';
import { brandReader, createWriteLock, runTransaction } from './memory-transaction.ts';
import { localRateLimiter } from './rate-limiter.ts';
import { expiredCustomers, keepsSecrets, sweepBrand, sweepConnections } from './sweep-brand.ts';
import { createTenantTable } from './tenant-registry.ts';
import type { NumberedKind } from './working-state.ts';

export interface MemoryStorage extends Storage {
  /**
   * Returns everything that is committed, as plain data that can be written as JSON, for tests and for stores that save
   * it elsewhere. `memoryStorage({ contents })` makes a store with these contents.
   */
  dump(): MemoryContents;
}

export interface MemoryStorageOptions {
  /** The initial contents. Default: none. */
  readonly contents?: MemoryContents;
  /** Called when the contents may have changed, before the call that changed them resolves. */
  readonly onChange?: () => void;
}

/**
 * Makes a store in the memory of this process.
 *
 * Concurrent callers race as on a database: every call lets others run first, transactions interleave until their first
 * write, and a transaction that rejects leaves nothing but gaps in the numbers.
 *
 * Nobody else has its contents, so keys of requests that a former process had in use are free.
 *
 * @spec ST8, ST13, ST54, ID12
 */
export function memoryStorage({ contents, onChange = () => {} }: MemoryStorageOptions = {}): MemoryStorage {
  const brands = new Map<string, BrandState>();
  const readers = new Map<string, BrandReader>();
  const deliveries = createDeliveryIndex();
  const lock = createWriteLock();
  const running = new Set<Promise<unknown>>();
  const lastNumbers: Record<NumberedKind, number> = { bot: 0, channel: 0, customer: 0, hook: 0, inbox: 0 };
  const conversationWork = createConversationWork({
    alone: (change) => track(alone(change)),
    find: (brand, customerNumber) => brands.get(brand)?.conversation(customerNumber),
  });
  const rates = localRateLimiter();
  let isClosed = false;

  function nextNumber(kind: NumberedKind): number {
    lastNumbers[kind] += 1;
    return lastNumbers[kind];
  }

  function giveWay(): Promise<void> {
    return isClosed ? Promise.reject(new Error('The storage is closed.')) : Promise.resolve();
  }

  function stateOf(brand: string): BrandState {
    const state = brands.get(brand) ?? createBrandState(brand, { deliveries, conversations: conversationWork });
    brands.set(brand, state);
    return state;
  }

  function channelWith(tokenHash: string): TokenHolder | undefined {
    const found = findToken(tokenHash);
    return found && { brand: found.brand, channelNumber: found.channel.number };
  }

  function findToken(tokenHash: string): { readonly brand: string; readonly channel: ChannelRecord } | undefined {
    for (const [brand, state] of brands) {
      const [channel] = state.channels.rowsOf('token', tokenHash);
      if (channel !== undefined) return { brand, channel };
    }
    return undefined;
  }

  /** Readers have no state, so there is one per brand. */
  function readerOf(brand: string): BrandReader {
    const reader =
      readers.get(brand) ??
      brandReader(async (look) => {
        await giveWay();
        return look(stateOf(brand));
      });
    readers.set(brand, reader);
    return reader;
  }

  async function alone<T>(change: () => T | Promise<T>): Promise<T> {
    await giveWay();
    const release = await lock.acquire();
    try {
      return await change();
    } finally {
      onChange();
      release();
    }
  }

  function track<T>(run: Promise<T>): Promise<T> {
    running.add(run);
    const forget = () => void running.delete(run);
    run.then(forget, forget);
    return run;
  }

  const {
    has: hasBrand,
    isRemoved,
    planOf,
    brandOfToken,
    dump: dumpTenants,
    load: loadTenants,
    ...tenantTable
  } = createTenantTable({
    async read(question) {
      await giveWay();
      return question();
    },
    write: (change) => track(alone(change)),
    channelOf: channelWith,
  });

  const tenants: TenantRegistry = {
    ...tenantTable,
    async findChannelByToken(tokenHash) {
      await giveWay();
      const found = findToken(tokenHash);
      if (found?.channel.active !== true || !hasBrand(found.brand)) return undefined;
      return { brand: found.brand, channelNumber: found.channel.number };
    },
    async findBot(number) {
      await giveWay();
      for (const [brand, state] of brands) {
        const [found] = state.bots.rowsOf('number', number);
        if (found !== undefined) return isRemoved(brand) ? undefined : { brand, botId: found.bot.id };
      }
      return undefined;
    },
    async findTokenHolder(tokenHash) {
      await giveWay();
      const brand = brandOfToken(tokenHash);
      return channelWith(tokenHash) ?? (brand === undefined ? undefined : { brand });
    },
    async listBrandsWithSecrets() {
      await giveWay();
      return [...brands].filter(([, state]) => keepsSecrets(state)).map(([name]) => name);
    },
    sweep: (before) =>
      track(
        alone(() => {
          for (const state of brands.values()) sweepBrand(state, before);
        }),
      ),
    async listExpiredCustomers(now, limit) {
      await giveWay();
      return [...brands]
        .flatMap(([brand, state]) => expiredCustomers(state, now).map((customer) => ({ brand, customer })))
        .toSorted((a, b) => (a.customer.expiresAt ?? 0) - (b.customer.expiresAt ?? 0))
        .slice(0, limit)
        .map(({ brand, customer }) => ({ brand, customerNumber: customer.number }));
    },
    sweepConnections: (createdBefore) =>
      track(
        alone(() => {
          for (const state of brands.values()) sweepConnections(state, createdBefore);
        }),
      ),
  };

  if (contents !== undefined) {
    loadTenants(contents);
    Object.assign(lastNumbers, contents.numbers);
    loadContents(frozenCopy(contents), { stateOf, deliveries, conversations: conversationWork });
  }

  return {
    capabilities: { durable: false },
    tenants,
    rateLimiter: {
      async admit(key, request) {
        await giveWay();
        return rates.admitNow(key, request);
      },
    },
    deliveryQueue: deliveryQueue(
      deliveries,
      (change) => track(alone(change)),
      async (question) => {
        await giveWay();
        return question();
      },
    ),
    conversationQueue: conversationWork.queue,
    reader: readerOf,
    transaction(brand, work) {
      const run = async () => {
        await giveWay();
        const isTokenElsewhere = (tokenHash: string) => (findToken(tokenHash)?.brand ?? brand) !== brand;
        const committed = stateOf(brand);
        const { isLeasedTo, isQueued } = conversationWork;
        const outside = { nextNumber, isTokenElsewhere, isLeasedTo, isQueued };
        return runTransaction({ committed, lock, outside, planOf: () => planOf(brand), onChange }, work);
      };
      return track(run());
    },
    dump: () =>
      dumpContents(brands, {
        ...dumpTenants(),
        deliveries: [...deliveries.all()],
        conversationWork: conversationWork.rows(),
        numbers: { ...lastNumbers },
      }),
    async close() {
      isClosed = true;
      await Promise.allSettled(running);
    },
  };
}
