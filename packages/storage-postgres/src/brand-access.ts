import type { BotStore, BrandReader, BrandTransaction } from '@botwright/core/ports';
import {
  accountConnectionReader,
  accountConnectionStore,
  accountReader,
  accountStore,
  all,
  botReader,
  botStore,
  channelReader,
  channelStore,
  customerReader,
  customerStore,
  draftReader,
  draftStore,
  type ExternalAccount,
  feedbackReader,
  feedbackStore,
  hookReader,
  hookStore,
  messageReader,
  messageStore,
  type Query,
  type RunQuery,
  requestStore,
  type Transaction,
  testDeploymentReader,
  testDeploymentStore,
  versionReader,
  versionStore,
} from '@botwright/storage-sql';
import { botList } from './bot-list.ts';
import { conversationReader, conversationStore } from './conversation-store.ts';
import { customerList } from './customer-list.ts';
import { deliveryReader, deliveryStore } from './delivery-store.ts';
import { lockName } from './lock-name.ts';
import { settingsReader } from './settings-reader.ts';
import { versionList } from './version-list.ts';

export function brandReader(brand: string, run: RunQuery): BrandReader {
  return {
    bots: botReader(brand, run, botList),
    drafts: draftReader(brand, run),
    versions: versionReader(brand, run, versionList),
    feedback: feedbackReader(brand, run),
    testDeployments: testDeploymentReader(brand, run),
    channels: channelReader(brand, run),
    customers: customerReader(brand, run, customerList),
    messages: messageReader(brand, run),
    hooks: hookReader(brand, run),
    accounts: accountReader(brand, run),
    accountConnections: accountConnectionReader(brand, run),
    deliveries: deliveryReader(brand, run),
    conversations: conversationReader(brand, run),
  };
}

interface TransactionTerms {
  readonly schema: string;
  /** Whether nobody goes on with it after a call that rejects. Default: somebody may. */
  readonly endsByFailure?: boolean;
}

export function brandTransaction(
  transaction: Transaction,
  { schema, endsByFailure = false }: TransactionTerms,
): BrandTransaction {
  return {
    bots: botsInTurn(transaction, schema),
    drafts: draftStore(transaction),
    versions: versionStore(transaction, versionList),
    feedback: feedbackStore(transaction),
    testDeployments: testDeploymentStore(transaction),
    channels: channelStore(transaction),
    customers: customerStore(transaction, customerList),
    messages: messageStore(transaction),
    hooks: hookStore(transaction),
    accounts: accountStore(transaction, (account) => waitForConnecting(schema, account)),
    accountConnections: accountConnectionStore(transaction),
    deliveries: deliveryStore(transaction, endsByFailure),
    conversations: conversationStore(transaction),
    requests: requestStore(transaction),
    settings: settingsReader(transaction.brand, transaction.run),
    queued: () => ({
      deliveries: transaction.queued.has('deliveries'),
      conversations: transaction.queued.has('conversations'),
    }),
  };
}

/**
 * Makes transactions wait for a bot in the order of their calls. With only the row lock, each change makes all waiting
 * transactions read the row again, and later ones overtake earlier ones.
 */
function botsInTurn(transaction: Transaction, schema: string): BotStore {
  const { brand, run } = transaction;
  const store = botStore(transaction, botList);
  return {
    ...store,
    lock(id) {
      // If it fails, the statements sent after it fail, too.
      run(() => all(lockName, { name: `${schema} bot ${JSON.stringify([brand, id])}` }), { overlaps: 'reads' }).catch(
        () => undefined,
      );
      return store.lock(id);
    },
  };
}

/** The table may have several rows of one account, so no unique index makes one of two transactions wait. */
function* waitForConnecting(schema: string, { brand, kind, externalId }: ExternalAccount): Query<void> {
  yield* all(lockName, { name: `${schema} account ${JSON.stringify([brand, kind, externalId])}` });
}
