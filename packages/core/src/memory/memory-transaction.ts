import type { BrandReader, BrandTransaction } from '../ports/storage.ts';
import type { Read, Write } from './access.ts';
import { accountConnectionReader, accountConnectionStore } from './account-connection-store.ts';
import { accountReader, accountStore } from './account-store.ts';
import { botReader, botStore } from './bot-store.ts';
import type { BrandState } from './brand-state.ts';
import { channelReader, channelStore } from './channel-store.ts';
import { conversationReader, conversationStore } from './conversation-store.ts';
import { customerReader, customerStore } from './customer-store.ts';
import { deliveryReader, deliveryStore } from './delivery-store.ts';
import { draftReader, draftStore } from './draft-store.ts';
import { feedbackReader, feedbackStore } from './feedback-store.ts';
import { hookReader, hookStore } from './hook-store.ts';
import { messageReader, messageStore } from './message-store.ts';
import { requestStore } from './request-store.ts';
import { testDeploymentReader, testDeploymentStore } from './test-deployment-store.ts';
import { versionReader, versionStore } from './version-store.ts';
import { createWorkingState, type Outside } from './working-state.ts';
import type { WriteLock } from './write-lock.ts';

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

export interface TransactionScope {
  readonly committed: BrandState;
  readonly lock: WriteLock;
  readonly outside: Outside;
}

/**
 * Runs one transaction. Until its first write it sees whatever was committed last, call by call, as others
 * go on; from then on it holds the write lock, so that what it compares is what it replaces.
 *
 * @spec ST1, ST2, ST3, ST4, ST15, ST54
 */
export async function runTransaction<T>(
  scope: TransactionScope,
  work: (tx: BrandTransaction) => Promise<T>,
): Promise<T> {
  const state = createWorkingState(scope.committed, scope.outside);
  let locking: Promise<() => void> | undefined;
  let hasEnded = false;

  const read: Read = async (look) => {
    await Promise.resolve();
    if (hasEnded) throw new Error('The transaction has ended.');
    return look(state);
  };
  const write: Write = async (change) => {
    if (hasEnded) throw new Error('The transaction has ended.');
    locking ??= scope.lock.acquire();
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
    });
    scope.committed.apply(state.changes);
    return result;
  } finally {
    hasEnded = true;
    void locking?.then((release) => release());
  }
}
