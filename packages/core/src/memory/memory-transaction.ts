import type { PlanTier } from '../domain/blocks/block-definition.ts';
import type { BrandReader, BrandTransaction } from '../ports/storage.ts';
import { accountConnectionReader, accountConnectionStore } from './account-connection-store.ts';
import { accountReader, accountStore } from './account-store.ts';
import {
  botReader,
  botStore,
  feedbackReader,
  feedbackStore,
  testDeploymentReader,
  testDeploymentStore,
} from './bot-store.ts';
import type { BrandState } from './brand-state.ts';
import { channelReader, channelStore } from './channel-store.ts';
import { conversationReader, conversationStore } from './conversation-store.ts';
import { customerReader, customerStore, messageReader, messageStore } from './customer-store.ts';
import { deliveryReader, deliveryStore } from './delivery-store.ts';
import { draftReader, draftStore } from './draft-store.ts';
import { hookReader, hookStore } from './hook-store.ts';
import { requestStore } from './request-store.ts';
import { versionReader, versionStore } from './version-store.ts';
import { createWorkingState, type Outside, type Read, type Write } from './working-state.ts';

export function brandReader(read: Read): BrandReader {
  return {
    bots: botReader(read),
    drafts: draftReader(read),
    versions: versionReader(read),
    feedback: feedbackReader(read),
    testDeployments: testDeploymentReader(read),
    channels: channelReader(read),
    customers: customerReader(read),
    messages: messageReader(read),
    hooks: hookReader(read),
    accounts: accountReader(read),
    accountConnections: accountConnectionReader(read),
    deliveries: deliveryReader(read),
    conversations: conversationReader(read),
  };
}

export interface WriteLock {
  /** Waits for the lock, in the order of calls. @returns A function that releases it. */
  acquire(): Promise<() => void>;
}

export function createWriteLock(): WriteLock {
  let last = Promise.resolve();
  return {
    async acquire() {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = promise;
      await before;
      return resolve;
    },
  };
}

export interface TransactionParts {
  readonly committed: BrandState;
  readonly lock: WriteLock;
  readonly outside: Outside;
  /** The plan of the brand. */
  planOf(): PlanTier | undefined;
  /** Called when a transaction that wrote has ended, before it releases the lock. */
  onChange(): void;
}

/**
 * Runs one transaction. Until its first write each of its reads sees the last committed state, while others go on
 * writing; from then on it has the write lock, so that it replaces the state that it compares.
 *
 * @spec ST1, ST2, ST3, ST4, ST15, ST54
 */
export async function runTransaction<T>(
  { committed, lock, outside, planOf, onChange }: TransactionParts,
  work: (tx: BrandTransaction) => Promise<T>,
): Promise<T> {
  const state = createWorkingState(committed, outside);
  let locking: Promise<() => void> | undefined;
  let hasEnded = false;

  const read: Read = async (look) => {
    await Promise.resolve();
    if (hasEnded) throw new Error('The transaction has ended.');
    return look(state);
  };
  const write: Write = async (change) => {
    if (hasEnded) throw new Error('The transaction has ended.');
    locking ??= lock.acquire();
    await locking;
    if (hasEnded) throw new Error('The transaction has ended.');
    return change(state);
  };

  try {
    const result = await work({
      bots: botStore(read, write),
      drafts: draftStore(read, write),
      versions: versionStore(read, write),
      feedback: feedbackStore(read, write),
      testDeployments: testDeploymentStore(read, write),
      channels: channelStore(read, write),
      customers: customerStore(read, write),
      messages: messageStore(read, write),
      hooks: hookStore(read, write),
      accounts: accountStore(read, write),
      accountConnections: accountConnectionStore(read, write),
      deliveries: deliveryStore(read, write),
      conversations: conversationStore(read, write),
      requests: requestStore(write),
      settings: { revision: () => read(() => committed.settingsRevision()), plan: () => read(planOf) },
      queued: () => ({ deliveries: state.queued.has('deliveries'), conversations: state.queued.has('conversations') }),
    });
    committed.apply(state.changes);
    return result;
  } finally {
    hasEnded = true;
    if (locking !== undefined) onChange();
    void locking?.then((release) => release());
  }
}
