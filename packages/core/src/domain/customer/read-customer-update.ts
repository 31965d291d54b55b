import { fieldNameFault } from '../field/field-name.ts';
import { fieldValueFault } from '../field/field-value.ts';
import { type InputRead, refuseInput } from '../input/input-fault.ts';
import { type MemberReader, memberReader } from '../input/member-reader.ts';
import { isJsonObject, type JsonValue } from '../json/json-value.ts';

/** What a send says of its customer. What it does not say stays. */
export interface CustomerUpdate {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly fields: readonly (readonly [name: string, value: string | number | boolean])[];
}

/** Of a name, an email address or a phone number, in Unicode code points. */
export const maxContactLength = 255;

const contactMembers = ['name', 'email', 'phone'] as const;

/** @spec CU2, CU3, CU4, CU5, CU10 */
export function readCustomerUpdate(input: JsonValue | undefined): InputRead<CustomerUpdate> {
  if (input === undefined || input === null) return { ok: true, value: { fields: [] } };
  if (!isJsonObject(input)) return refuseInput('customer', 'Expected an object.');

  const reader = memberReader(input, 'customer.');
  const contacts = contactMembers.map((name) => [name, reader.optionalText(name, { max: maxContactLength })] as const);
  const said = Object.entries(input).filter(([name, value]) => value !== null && !isContactMember(name));
  const fields = said.map(([name, value]) => [name, readScalar(reader, name, value)] as const);
  return reader.finish({ ...Object.fromEntries(contacts.filter(([, text]) => text !== undefined)), fields });
}

function isContactMember(name: string): boolean {
  return contactMembers.some((member) => member === name);
}

function readScalar(reader: MemberReader, name: string, value: JsonValue): string | number | boolean {
  const nameFault = fieldNameFault(name);
  if (nameFault !== undefined) reader.refuse(name, nameFault);
  if (typeof value === 'object') {
    reader.refuse(name, 'Expected a text, a number, true or false.');
    return false;
  }
  const valueFault = fieldValueFault(
    typeof value === 'number' ? 'float' : typeof value === 'string' ? 'string' : 'boolean',
    value,
  );
  if (valueFault !== undefined) reader.refuse(name, valueFault);
  return value;
}
