import type { ConversationKey } from '../../ports/conversation-store.ts';

export interface Failures {
  /** Counts one more in a row. */
  count(conversation: ConversationKey): { readonly delayMs: number; readonly isLast: boolean };
  forget(conversation: ConversationKey): void;
}

const firstDelayMs = 1_000;
const maxDelayMs = 60_000;
const maxFailures = 5;

/**
 * Counts failures in a row, conversation by conversation. A process that begins anew begins to count anew.
 *
 * @spec CV25, CV26
 */
export function createFailures(): Failures {
  const counts = new Map<number, number>();
  return {
    count({ customerNumber }) {
      const count = (counts.get(customerNumber) ?? 0) + 1;
      counts.set(customerNumber, count);
      return { delayMs: Math.min(firstDelayMs * 2 ** (count - 1), maxDelayMs), isLast: count >= maxFailures };
    },
    forget: ({ customerNumber }) => void counts.delete(customerNumber),
  };
}
