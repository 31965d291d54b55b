import type { ConsoleOperation } from './console-operation.ts';
import { conversationOperations } from './operations/conversations.ts';
import { deliveryOperations } from './operations/deliveries.ts';
import { sessionOperations } from './operations/session.ts';
import { unsentMailOperations } from './operations/unsent-mails.ts';

/** Operations that a page for people needs and the three interfaces do not have. @spec CO1 */
export const consoleOperations: readonly ConsoleOperation[] = [
  ...sessionOperations,
  ...conversationOperations,
  ...deliveryOperations,
  ...unsentMailOperations,
];
