import type { BrandReader, BrandTransaction } from '@botwright/core/ports';
import type { Ask, Transaction } from './access.ts';
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
import { testDeploymentReader, testDeploymentStore } from './test-deployment-store.ts';
import { versionReader, versionStore } from './version-store.ts';

export function brandReader(brand: string, ask: Ask): BrandReader {
  return {
    bots: botReader(brand, ask),
    drafts: draftReader(brand, ask),
    versions: versionReader(brand, ask),
    feedback: feedbackReader(brand, ask),
    testDeployments: testDeploymentReader(brand, ask),
    channels: channelReader(brand, ask),
    customers: customerReader(brand, ask),
    messages: messageReader(brand, ask),
    hooks: hookReader(brand, ask),
    accounts: accountReader(brand, ask),
    accountConnections: accountConnectionReader(brand, ask),
    deliveries: deliveryReader(brand, ask),
    conversations: conversationReader(brand, ask),
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
    queued: () => ({
      deliveries: transaction.queued.has('deliveries'),
      conversations: transaction.queued.has('conversations'),
    }),
  };
}
