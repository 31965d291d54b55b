import type { Principal } from '../domain/principal/principal.ts';
import type { ChannelRecord } from '../ports/channel-store.ts';
import type { BrandRecord, Installation } from '../ports/installation.ts';
import type { BrandReader, Storage } from '../ports/storage.ts';
import { type BrandState, createBrandState } from './brand-state.ts';
import { createConversationWork } from './conversation-work.ts';
import { createDeliveryBoard } from './delivery-board.ts';
import { deliveryQueue } from './delivery-queue.ts';
import { frozenCopy } from './frozen-copy.ts';
import { keepsSecrets } from './keeps-secrets.ts';
import { listContents, type MemoryContents } from './memory-contents.ts';
import { brandReader, runTransaction } from './memory-transaction.ts';
import { createNumberSource } from './number-source.ts';
import { createRateLog } from './rate-log.ts';
import { sweepBrand, sweepConnections } from './sweep-brand.ts';
import { createWriteLock } from './write-lock.ts';

export interface MemoryStorage extends Storage {
  /** Lists all that is committed, past the port: for tests that must see that something left no trace. */
  peek(): MemoryContents;
}

/**
 * Makes a store that keeps everything in this process and forgets it with the process.
 *
 * It is honest about races: each call gives way to other callers, transactions interleave until their first
 * write, and a transaction that rejects leaves nothing behind but gaps in the numbers.
 *
 * @spec ST8, ST13, ST54
 */
export function memoryStorage(): MemoryStorage {
  const brands = new Map<string, BrandState>();
  const readers = new Map<string, BrandReader>();
  const board = createDeliveryBoard();
  const lock = createWriteLock();
  const running = new Set<Promise<unknown>>();
  let brandRecords: ReadonlyMap<string, BrandRecord> = new Map();
  let principals: ReadonlyMap<string, Principal> = new Map();
  const nextNumber = createNumberSource();
  const conversationWork = createConversationWork({
    alone: (change) => track(alone(change)),
    shelf: (brand, customerNumber) => brands.get(brand)?.conversation(customerNumber),
  });
  let isClosed = false;

  function giveWay(): Promise<void> {
    return isClosed ? Promise.reject(new Error('The storage is closed.')) : Promise.resolve();
  }

  function stateOf(brand: string): BrandState {
    const boards = { deliveries: board, conversations: conversationWork };
    const state = brands.get(brand) ?? createBrandState(brand, boards);
    brands.set(brand, state);
    return state;
  }

  function findToken(tokenHash: string): { readonly brand: string; readonly channel: ChannelRecord } | undefined {
    for (const [brand, state] of brands) {
      const [channel] = state.channels.rowsOf('token', tokenHash);
      if (channel !== undefined) return { brand, channel };
    }
    return undefined;
  }

  /** It keeps nothing of its own, so one serves all who read a brand. */
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

  async function alone<T>(change: () => T): Promise<T> {
    await giveWay();
    const release = await lock.acquire();
    try {
      return change();
    } finally {
      release();
    }
  }

  function track<T>(run: Promise<T>): Promise<T> {
    running.add(run);
    const forget = () => void running.delete(run);
    run.then(forget, forget);
    return run;
  }

  const installation: Installation = {
    async findPrincipal(tokenHash) {
      await giveWay();
      return principals.get(tokenHash);
    },
    async findBrand(brand) {
      await giveWay();
      return brandRecords.get(brand);
    },
    async findChannelByToken(tokenHash) {
      await giveWay();
      const found = findToken(tokenHash);
      if (found?.channel.active !== true || !brandRecords.has(found.brand)) return undefined;
      return { brand: found.brand, channelNumber: found.channel.number };
    },
    async findTokenHolder(tokenHash) {
      await giveWay();
      const found = findToken(tokenHash);
      return found === undefined ? undefined : { brand: found.brand, channelNumber: found.channel.number };
    },
    async listBrands() {
      await giveWay();
      return [...brandRecords.values()];
    },
    async listBrandsWithSecrets() {
      await giveWay();
      return [...brands].filter(([, state]) => keepsSecrets(state)).map(([name]) => name);
    },
    async configure(wanted) {
      const nextBrands = new Map(wanted.brands.map((brand) => [brand.name, frozenCopy(brand)]));
      const nextPrincipals = new Map(wanted.tokens.map((token) => [token.hash, frozenCopy(token.principal)]));
      if (nextBrands.size < wanted.brands.length) throw new Error('Two brands have one name.');
      if (nextPrincipals.size < wanted.tokens.length) throw new Error('Two tokens are the same.');
      const isUnknown = (principal: Principal) => !nextBrands.has(principal.brand);
      if ([...nextPrincipals.values()].some(isUnknown)) throw new Error('A token names a brand that is not given.');
      await track(
        alone(() => {
          brandRecords = nextBrands;
          principals = nextPrincipals;
        }),
      );
    },
    sweep: (before) =>
      track(
        alone(() => {
          for (const state of brands.values()) sweepBrand(state, before);
        }),
      ),
    sweepConnections: (createdBefore) =>
      track(
        alone(() => {
          for (const state of brands.values()) sweepConnections(state, createdBefore);
        }),
      ),
  };

  return {
    capabilities: { durable: false },
    installation,
    rateLog: createRateLog(giveWay),
    deliveryQueue: deliveryQueue(
      board,
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
        const { isLeasedTo } = conversationWork;
        return runTransaction({ committed, lock, outside: { nextNumber, isTokenElsewhere, isLeasedTo } }, work);
      };
      return track(run());
    },
    peek: () =>
      listContents(brands, board, {
        brands: [...brandRecords.values()],
        tokens: [...principals].map(([hash, principal]) => ({ hash, principal })),
      }),
    async close() {
      isClosed = true;
      await Promise.allSettled(running);
    },
  };
}
