import { type InputRead, refuseInput } from '../input/input-fault.ts';
import { memberReader } from '../input/member-reader.ts';
import { isJsonObject } from '../json/json-value.ts';
import type { CustomerChange } from './customer.ts';
import { contactMembers, maxContactLength } from './read-customer-update.ts';

/** What an agent may change of a customer, in the names of the wire. */
const members: readonly string[] = [...contactMembers, 'opt_in'];

/**
 * Reads what an agent changes of a customer. What is left out or `null` stays.
 *
 * @spec CU41
 */
export function readCustomerEdit(input: unknown): InputRead<CustomerChange> {
  if (!isJsonObject(input)) return refuseInput('', 'Expected an object.');
  const reader = memberReader(input);
  for (const name of Object.keys(input)) {
    if (!members.includes(name)) reader.refuse(name, `It cannot be changed; give ${members.join(', ')}.`);
  }
  const contacts = contactMembers.map((name) => [name, reader.optionalText(name, { max: maxContactLength })] as const);
  const written = [...contacts, ['optIn', reader.optionalFlag('opt_in')] as const].filter(
    ([, value]) => value !== undefined,
  );
  const read = reader.finish<CustomerChange>(Object.fromEntries(written));
  const saysNothing = read.ok && written.length === 0;
  return saysNothing ? refuseInput('', `Give ${members.join(', ')}, or some of them.`) : read;
}
