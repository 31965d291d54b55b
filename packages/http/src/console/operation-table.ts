import type { ConsoleOperation } from './console-operation.ts';
import { listBlockReferences } from './operations/blocks.ts';
import { getConversation, readChat, sayInChat } from './operations/conversations.ts';
import { getDelivery, listDeliveries, replayDelivery } from './operations/deliveries.ts';
import { beginSession, endSession, getSession, listExamples } from './operations/session.ts';

/** Operations that a page for people needs and the three interfaces do not have. @spec CO1 */
export const consoleOperations: readonly ConsoleOperation[] = [
  getSession,
  beginSession,
  endSession,
  listExamples,
  listBlockReferences,
  sayInChat,
  readChat,
  getConversation,
  listDeliveries,
  getDelivery,
  replayDelivery,
];
