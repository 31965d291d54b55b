import type { Customer } from '@botwright/client';

/** The name of a customer for people; a customer may have no data yet. */
export function customerName({ name, email, phone, id }: Pick<Customer, 'name' | 'email' | 'phone' | 'id'>): string {
  return [name, email, phone].find((text) => text !== '') ?? `Customer ${id}`;
}
