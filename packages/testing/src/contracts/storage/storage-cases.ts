import type { ContractCase } from '../contract.ts';
import { accountCases } from './account-cases.ts';
import { accountConnectionCases } from './account-connection-cases.ts';
import { belongingCases } from './belonging-cases.ts';
import { botCases } from './bot-cases.ts';
import { botListCases } from './bot-list-cases.ts';
import { channelCases } from './channel-cases.ts';
import { clockCases } from './clock-cases.ts';
import { conversationCases } from './conversation-cases.ts';
import { conversationClaimCases } from './conversation-claim-cases.ts';
import { customerCases } from './customer-cases.ts';
import { customerListCases } from './customer-list-cases.ts';
import { customerSearchCases } from './customer-search-cases.ts';
import { deliveryBodyCases } from './delivery-body-cases.ts';
import { deliveryCases } from './delivery-cases.ts';
import { deliveryQueueCases } from './delivery-queue-cases.ts';
import { draftCases } from './draft-cases.ts';
import { draftChangeCases } from './draft-change-cases.ts';
import { hookCases } from './hook-cases.ts';
import { isolationCases } from './isolation-cases.ts';
import { lookupCases } from './lookup-cases.ts';
import { messageCases } from './message-cases.ts';
import { rateLimiterCases } from './rate-limiter-cases.ts';
import { recordNumberCases } from './record-number-cases.ts';
import { requestCases } from './request-cases.ts';
import { settingsCases } from './settings-cases.ts';
import type { StorageFixture } from './storage-fixture.ts';
import { tenantCases } from './tenant-cases.ts';
import { tenantChangeCases } from './tenant-change-cases.ts';
import { transactionCases } from './transaction-cases.ts';
import { useCaseCases } from './use-case-cases.ts';
import { versionCases } from './version-cases.ts';
import { visitorCases } from './visitor-cases.ts';

/** The rules for stores in `docs/spec`: in `storage.md`, the pages of both queues, and `rate-limiter.md`. */
export const storageCases: readonly ContractCase<StorageFixture>[] = [
  ...transactionCases,
  ...settingsCases,
  ...isolationCases,
  ...botCases,
  ...botListCases,
  ...draftCases,
  ...draftChangeCases,
  ...versionCases,
  ...belongingCases,
  ...conversationCases,
  ...conversationClaimCases,
  ...recordNumberCases,
  ...channelCases,
  ...lookupCases,
  ...customerCases,
  ...customerListCases,
  ...customerSearchCases,
  ...messageCases,
  ...hookCases,
  ...requestCases,
  ...deliveryCases,
  ...deliveryQueueCases,
  ...deliveryBodyCases,
  ...tenantCases,
  ...tenantChangeCases,
  ...rateLimiterCases,
  ...accountCases,
  ...accountConnectionCases,
  ...visitorCases,
  ...clockCases,
  ...useCaseCases,
];
