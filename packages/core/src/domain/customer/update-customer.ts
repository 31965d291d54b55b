import { scalarField } from '../field/field-value.ts';
import { writeFields } from '../field/write-fields.ts';
import type { Customer, CustomerChange } from './customer.ts';
import type { CustomerUpdate } from './read-customer-update.ts';

/**
 * Takes over what a send says of its customer.
 *
 * @spec CU2, CU3, CU14, CU42
 */
export function updateCustomer(customer: Pick<Customer, 'fields'>, update: CustomerUpdate): CustomerChange {
  const { fields, ...own } = update;
  if (fields.length === 0) return own;
  const present = customer.fields;
  const writes = fields.map(
    ([name, value]) => [name, scalarField(value, Object.hasOwn(present, name) ? present[name] : undefined)] as const,
  );
  return { ...own, fields: writeFields(present, writes) };
}
