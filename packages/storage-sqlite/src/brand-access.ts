import type { BrandReader, BrandTransaction } from '@botwright/core/ports';
import type { RunQuery, Transaction } from './access.ts';
import { accountConnectionReader, accountConnectionStore } from './account-connection-store.ts';
import { accountReader, accountStore } from './account-store.ts';
import { botReader, botStore } from './bot-store.ts';
import { channelReader, channelStore } from './channel-store.ts';
import { conversationReader, conversationStore } from './conversation-store.ts';
import { customerReader, customerStore } from './customer-store.ts';
import { deliveryReader, deliveryStore } from './delivery-store.ts';
import { draftReader, draftStore } from './draft-store.ts';
import { feedbackReader, feedbackStore } from './feedback-store.ts';
import { hookReader, hookStore } from './hook-store.ts';
import { messageReader, messageStore } from './message-store.ts';
import { requestStore } from './request-store.ts';
import { settingsReader } from './settings-reader.ts';
import { testDeploymentReader, testDeploymentStore } from './test-deployment-store.ts';
import { versionReader, versionStore } from './version-store.ts';

export function brandReader(brand: string, run: RunQuery): BrandReader {
  return {
    bots: botReader(brand, run),
    drafts: draftReader(brand, run),
    versions: versionReader(brand, run),
    feedback: feedbackReader(brand, run),
    testDeployments: testDeploymentReader(brand, run),
    channels: channelReader(brand, run),
    customers: customerReader(brand, run),
    messages: messageReader(brand, run),
    hooks: hookReader(brand, run),
    accounts: accountReader(brand, run),
    accountConnections: accountConnectionReader(brand, run),
    deliveries: deliveryReader(brand, run),
    conversations: conversationReader(brand, run),
  };
}

export function brandTransaction(transaction: Transaction): BrandTransaction {
  return {
    bots: botStore(transaction),
    drafts: draftStore(transaction),
    versions: versionStore(transaction),
    feedback: feedbackStore(transaction),
    testDeployments: testDeploymentStore(transaction),
    channels: channelStore(transaction),
    customers: customerStore(transaction),
    messages: messageStore(transaction),
    hooks: hookStore(transaction),
    accounts: accountStore(transaction),
    accountConnections: accountConnectionStore(transaction),
    deliveries: deliveryStore(transaction),
    conversations: conversationStore(transaction),
    requests: requestStore(transaction),
    settings: settingsReader(transaction.brand, transaction.run),
    queued: () => ({
      deliveries: transaction.queued.has('deliveries'),
      conversations: transaction.queued.has('conversations'),
    }),
  };
}
