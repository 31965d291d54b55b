import type { ConversationRecord, InboxEntry } from '../ports/conversation-store.ts';

/** The conversation of one customer. Replaced whole, never changed in place. */
export interface ConversationShelf {
  readonly record?: ConversationRecord;
  /** In the order of arrival. */
  readonly inbox: readonly InboxEntry[];
}

export const emptyConversation: ConversationShelf = { inbox: [] };

/** @spec CQ5 */
export function hasWork(shelf: ConversationShelf | undefined): boolean {
  return shelf !== undefined && (shelf.inbox.length > 0 || shelf.record?.effectsJson !== undefined);
}
