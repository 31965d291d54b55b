import { recordKinds } from '@botwright/core/ports';
import type { StorageCase } from './contract.ts';
import { clockCases } from './queues/clock-cases.ts';
import { conversationCases } from './queues/conversation-cases.ts';
import { conversationClaimCases } from './queues/conversation-claim-cases.ts';
import { deliveryBodyCases } from './queues/delivery-body-cases.ts';
import { deliveryCases } from './queues/delivery-cases.ts';
import { deliveryOrderCases } from './queues/delivery-order-cases.ts';
import { deliveryQueueCases } from './queues/delivery-queue-cases.ts';
import { engineCases } from './queues/engine-cases.ts';
import { rateLimiterCases } from './queues/rate-limiter-cases.ts';
import { storeCases } from './queues/store-cases.ts';
import { wakeCases } from './queues/wake-cases.ts';
import { batchCases } from './records/batch-cases.ts';
import { documentCases } from './records/document-cases.ts';
import { listCases } from './records/list-cases.ts';
import { listPropertiesOfEngine, listPropertiesOfSamples } from './records/list-properties.ts';
import { recordCases } from './records/record-cases.ts';
import { sampleKinds } from './records/sample-kinds.ts';

const ofRecords = [...recordCases, ...batchCases, ...listCases, ...documentCases, ...listPropertiesOfSamples];

const ofQueues = [
  ...listPropertiesOfEngine,
  ...storeCases,
  ...conversationCases,
  ...conversationClaimCases,
  ...wakeCases,
  ...deliveryCases,
  ...deliveryQueueCases,
  ...deliveryOrderCases,
  ...deliveryBodyCases,
  ...rateLimiterCases,
  ...clockCases,
  ...engineCases,
];

/**
 * The rules for stores in `docs/spec`: in `storage.md`, `records.md`, the pages of both queues, and `rate-limiter.md`.
 * Cases of records have sample kinds; those of queues have the kinds of the engine.
 */
export const storageCases: readonly StorageCase[] = [
  ...ofRecords.map((each) => ({ ...each, kinds: sampleKinds })),
  ...ofQueues.map((each) => ({ ...each, kinds: recordKinds })),
];
