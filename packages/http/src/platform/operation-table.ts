import { getTokenApiDocument } from '../token-api/token-api.ts';
import { channelOperations } from './operations/channels.ts';
import { customerOperations } from './operations/customers.ts';
import { messageOperations } from './operations/messages.ts';
import type { PlatformOperation } from './platform-operation.ts';

/** The operations of the Platform API, in the order in which the OpenAPI document shows them. */
export const platformOperations: readonly PlatformOperation[] = [
  ...channelOperations,
  ...customerOperations,
  ...messageOperations,
  getTokenApiDocument,
];
