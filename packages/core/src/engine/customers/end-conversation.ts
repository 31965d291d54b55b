import type { Parts } from '../scope.ts';
import type { CustomerWish } from './act-on-customer.ts';

/**
 * Tells whoever works the conversation that the bot is no longer in it.
 *
 * @spec CU35
 */
export function endConversation({ clock }: Pick<Parts, 'clock'>): NonNullable<CustomerWish['follow']> {
  return async (customer, tx, { hasChanged }) => {
    if (hasChanged) await tx.conversations.push(customer.number, { kind: 'taken_over' }, clock.now());
  };
}
