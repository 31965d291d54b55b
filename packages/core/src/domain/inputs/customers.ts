import * as v from 'valibot';
import { type CustomerUpdate, customerTexts, isCustomerToken, maxContactLength } from '../customer/customer.ts';
import { type Field, fieldNameFault, fieldTypes } from '../field/field.ts';
import { defaultFieldBounds, type FieldBounds, fieldBoundsMessage, fieldBytes } from '../field/field-bounds.ts';
import { fieldValueFault } from '../field/field-value.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { defaultSendBounds, type SendBounds } from '../message/message.ts';
import { offsetEntries } from '../paging/offset.ts';
import { faultMessages } from './fault-messages.ts';
import { inputObject } from './input-object.ts';
import { checked, described, describedBySpec, describedHere, filledText, integer, oneOf, text } from './members.ts';
import { datasetOf, type Issue, issueOf, maxFaults, memberPath, schemaLike } from './schema-issue.ts';

/** The members that are not Fields. */
const memberNames: ReadonlySet<string> = new Set(['name', 'email', 'phone', 'opt_in']);

/** @param marks - Maximum of combining marks in a row. */
function knownMembers(marks?: number) {
  const contact = v.optional(v.nullable(text({ max: maxContactLength, ...(marks !== undefined && { marks }) })));
  return { name: contact, email: contact, phone: contact, opt_in: v.optional(v.nullable(v.boolean())) };
}

interface KnownMembers {
  /** For people. */
  readonly name?: string;
  /** The address of the customer's mails. */
  readonly email?: string;
  /** The telephone number of the customer. */
  readonly phone?: string;
  /** Whether the customer accepts messages. */
  readonly opt_in?: boolean;
}

function toChange({ opt_in: optIn, ...contacts }: KnownMembers): Omit<CustomerUpdate, 'fields'> {
  return { ...contacts, ...(optIn !== undefined && { optIn }) };
}

/**
 * The changes of an agent to a customer, with the names of the wire format. Missing and `null` members stay. @spec CU41
 */
export const customerEditSchema = v.pipe(
  inputObject(knownMembers(), { others: 'invalid', nulls: 'absent', whenEmpty: 'invalid_parameters' }),
  v.metadata({ minProperties: 1, description: 'A member that is absent or null stays; an empty text clears it.' }),
  v.transform(toChange),
);

/** The filters of a list of customers. @spec CU29, CU46, CU47 */
export const customerListSchema = checked(
  inputObject({
    ...offsetEntries,
    channel: v.optional(describedBySpec(integer, 'Only customers of this channel.')),
    agentId: v.optional(describedBySpec(v.nullable(integer), 'Only customers of this agent; null: without an agent.')),
    archived: v.optional(describedBySpec(v.boolean(), 'Only customers that are archived, or that are not.')),
    optIn: v.optional(describedBySpec(v.boolean(), 'Only customers that have opted in, or that have not.')),
    searchBy: v.optional(describedBySpec(oneOf(customerTexts), 'Where to look for `search`; the two go together.')),
    search: v.optional(
      describedBySpec(
        filledText({ max: 255 }),
        'Only customers who have this text anywhere in the member, in upper or lower case.',
      ),
    ),
  }),
  ({ searchBy, search }) => {
    if ((searchBy === undefined) === (search === undefined)) return undefined;
    const field = search === undefined ? 'search' : 'searchBy';
    return [{ field, message: faultMessages.required }];
  },
);

/** Maximum length of a block's id, in Unicode code points. */
const maxNodeLength = 1_024;

/** The first block of a conversation. */
export const firstBlock = v.optional(
  describedHere(v.nullable(text({ max: maxNodeLength })), 'The block that it begins at; default: its greeting.'),
);

/** The start of a bot with an assigned customer; the whole input is optional. @spec CU21 */
export const botAssignmentSchema = v.optional(
  v.pipe(
    inputObject(
      {
        launch: v.optional(describedHere(v.nullable(v.boolean()), 'Whether the bot begins immediately; default true.')),
        node: firstBlock,
      },
      { others: 'ignored', nulls: 'absent' },
    ),
    v.transform(({ launch = true, ...rest }) => ({ launch, ...rest })),
  ),
  {},
);

export type BotAssignment = v.InferOutput<typeof botAssignmentSchema>;

interface FieldPlace {
  /** Bounds of the Field. */
  readonly bounds?: FieldBounds;
  /** The present Field: one that is already too large can be written if it does not grow. */
  readonly present?: Field | undefined;
}

const writtenField = inputObject(
  {
    type: describedHere(
      oneOf(fieldTypes),
      'What kind of value it holds. A date, and a datetime, is text as ISO 8601 writes it.',
    ),
    value: describedHere(
      v.unknown(),
      'A value of the type; with its name 64 KiB of JSON at most unless the host says otherwise.',
    ),
  },
  { others: 'ignored' },
);

/**
 * The body of a request that writes one Field. The value stays unchanged; its size is checked first.
 *
 * @spec CU8, CU11, CU12, CU13, CU61
 */
export function fieldSchema(
  name: string,
  { bounds = defaultFieldBounds, present }: FieldPlace = {},
): v.GenericSchema<v.InferInput<typeof writtenField>, Field> {
  const most = Math.max(bounds.fieldBytes, present === undefined ? 0 : fieldBytes(name, present));
  return v.pipe(
    checked(writtenField, ({ type, value }) => {
      const isTooLarge = fieldBytes(name, { value: value as JsonValue }, most) > most;
      const message = isTooLarge ? fieldBoundsMessage(name, 'field_too_large', bounds) : fieldValueFault(type, value);
      return message === undefined ? undefined : [{ field: 'value', message }];
    }),
    v.transform(({ type, value }): Field => ({ type, value: value as JsonValue })),
  );
}

const tokenMessage = 'Expected 1 to 128 of the characters A-Z a-z 0-9 _ . : + -.';

/** @spec CU1 */
export const customerTokenSchema: v.GenericSchema<string, string> = v.pipe(
  v.string(tokenMessage),
  v.check(isCustomerToken, tokenMessage),
);

/** More than the number of members that are not Fields. */
const otherMembers = 12;

/**
 * The customer of an inbound message: contacts, and members that become Fields. Checks the number of members first.
 *
 * @spec CU2, CU3, CU4, CU5, CU10, CU42, CU60
 */
export function customerUpdateSchema({
  fields: { count },
  marksInRow,
}: Pick<SendBounds, 'fields' | 'marksInRow'> = defaultSendBounds): v.GenericSchema<JsonObject, CustomerUpdate> {
  const known = inputObject(knownMembers(marksInRow), { others: 'ignored', nulls: 'absent' });
  const schema = schemaLike<JsonObject, CustomerUpdate>(known, ({ value: input }, config) => {
    if (!isJsonObject(input)) return datasetOf(input, [issueOf(input, { expected: 'Object' })], false);
    const names = Object.keys(input);
    const tooMany = names[count + otherMembers];
    if (tooMany !== undefined) {
      // Does not name the Field: the sender chose the name, which may be long.
      const message = `It is one too many: a customer has at most ${count} Fields.`;
      return datasetOf(input, [issueOf(input, { message, path: [memberPath(input, tooMany)] })], false);
    }
    const read = known['~run']({ value: input }, config);
    const issues = [...(read.issues ?? [])];
    const fields = readFields(input, names, issues);
    return datasetOf({ ...toChange(read.value as KnownMembers), fields }, issues, read.typed);
  });
  return described(schema, {
    additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
    description:
      'What is known of the customer now; other members become Fields: 500 of a customer at most, of 64 KiB each and 512 KiB in all, unless the host says otherwise.',
  });
}

function readFields(input: JsonObject, names: readonly string[], issues: Issue[]): CustomerUpdate['fields'] {
  const fields: (readonly [string, string | number | boolean])[] = [];
  for (const name of names) {
    if (issues.length >= maxFaults) break;
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (value === undefined || value === null || memberNames.has(name)) continue;
    const faults = [fieldNameFault(name), scalarFault(value)].filter((fault) => fault !== undefined);
    for (const message of faults) issues.push(issueOf(value, { message, path: [memberPath(input, name)] }));
    if (typeof value !== 'object') fields.push([name, value]);
  }
  return fields;
}

function scalarFault(value: JsonValue): string | undefined {
  if (typeof value === 'string') return fieldValueFault('string', value);
  if (typeof value === 'number') return fieldValueFault('float', value);
  return typeof value === 'boolean' ? undefined : 'Expected a text, a number, true or false.';
}
