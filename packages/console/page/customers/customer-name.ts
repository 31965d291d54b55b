import type { Customer } from '@botwright/client';

/** What people call a customer, of whom nothing may be known yet. */
export function customerName({ name, email, phone, id }: Pick<Customer, 'name' | 'email' | 'phone' | 'id'>): string {
  return [name, email, phone].find((text) => text !== '') ?? `Customer ${id}`;
}
