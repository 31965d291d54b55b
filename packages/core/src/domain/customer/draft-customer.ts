import type { EpochMs } from '../time/epoch-ms.ts';
import type { Customer } from './customer.ts';
import type { CustomerUpdate } from './read-customer-update.ts';
import { updateCustomer } from './update-customer.ts';

/**
 * Makes the customer that writes for the first time.
 *
 * @spec CU7, CU42
 */
export function draftCustomer(
  update: CustomerUpdate,
  { at, token }: { readonly at: EpochMs; readonly token?: string },
): Omit<Customer, 'number' | 'channelNumber'> {
  const { fields = {} } = updateCustomer({ fields: {} }, update);
  return {
    ...(token !== undefined && { token }),
    name: update.name ?? '',
    email: update.email ?? '',
    phone: update.phone ?? '',
    archived: false,
    blocked: false,
    optIn: update.optIn ?? true,
    registerDate: at,
    unread: 0,
    lastSeq: 0,
    fields,
  };
}
