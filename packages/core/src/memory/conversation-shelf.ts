import type { ConversationRecord, InboxEntry } from '../ports/conversation-store.ts';

/** The conversation of one customer. Replaced whole, never changed in place. */
export interface ConversationShelf {
  readonly record?: ConversationRecord;
  /** In the order of arrival. */
  readonly inbox: readonly InboxEntry[];
  /** How often deaths counted so far were cleared. */
  readonly clearings: number;
}

export const emptyConversation: ConversationShelf = { inbox: [], clearings: 0 };

/** @spec CQ5 */
export function hasWork(shelf: ConversationShelf | undefined): shelf is ConversationShelf {
  return shelf !== undefined && (shelf.inbox.length > 0 || shelf.record?.effectsJson !== undefined);
}

/** What is to be worked next, where there is something. @spec CQ18 */
export function nextWork(shelf: ConversationShelf): 'step' | 'effects' {
  return shelf.record?.effectsJson === undefined ? 'step' : 'effects';
}
