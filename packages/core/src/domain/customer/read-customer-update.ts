import { fieldNameFault } from '../field/field-name.ts';
import { fieldValueFault } from '../field/field-value.ts';
import { type InputRead, refuseInput } from '../input/input-fault.ts';
import { type MemberReader, memberReader } from '../input/member-reader.ts';
import { isJsonObject, type JsonValue } from '../json/json-value.ts';
import { defaultSendBounds, type SendBounds } from '../message/send-bounds.ts';

/** What a send says of its customer. What it does not say stays. */
export interface CustomerUpdate {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly optIn?: boolean;
  readonly fields: readonly (readonly [name: string, value: string | number | boolean])[];
}

/** Of a name, an email address or a phone number, in Unicode code points. */
export const maxContactLength = 255;

export const contactMembers = ['name', 'email', 'phone'] as const;

/** Members that are no Fields, with room to spare. */
const otherMembers = 12;

/**
 * Reads what a send says of its customer. Members are counted before any is looked at.
 *
 * @spec CU2, CU3, CU4, CU5, CU10, CU42, CU60
 */
export function readCustomerUpdate(
  input: JsonValue | undefined,
  { fields: { count }, marksInRow: marks }: Pick<SendBounds, 'fields' | 'marksInRow'> = defaultSendBounds,
): InputRead<CustomerUpdate> {
  if (input === undefined || input === null) return { ok: true, value: { fields: [] } };
  if (!isJsonObject(input)) return refuseInput('customer', 'Expected an object.');

  const reader = memberReader(input, 'customer.');
  const names = Object.keys(input);
  const tooMany = names[count + otherMembers];
  if (tooMany !== undefined) {
    reader.refuse(tooMany, `It is one too many: a customer has at most ${count} Fields.`);
    return reader.finish({ fields: [] });
  }
  const bounds = { max: maxContactLength, marks };
  const contacts = contactMembers.map((name) => [name, reader.optionalText(name, bounds)] as const);
  const optIn = reader.optionalFlag('opt_in');
  const said = Object.entries(input).filter(([name, value]) => value !== null && !isOwnMember(name));
  const fields = said.map(([name, value]) => [name, readScalar(reader, name, value)] as const);
  return reader.finish({
    ...Object.fromEntries(contacts.filter(([, text]) => text !== undefined)),
    ...(optIn !== undefined && { optIn }),
    fields,
  });
}

function isOwnMember(name: string): boolean {
  return name === 'opt_in' || contactMembers.some((member) => member === name);
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
