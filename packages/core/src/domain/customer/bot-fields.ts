import type { Field, Fields } from '../field/field.ts';
import { nameFormFault } from '../field/field-name.ts';
import { writeFields } from '../field/write-fields.ts';
import type { JsonValue } from '../json/json-value.ts';
import { countCodePoints, isPlainText } from '../text/plain-text.ts';
import type { EpochMs } from '../time/epoch-ms.ts';
import type { Customer, CustomerChange } from './customer.ts';
import { maxContactLength } from './read-customer-update.ts';
import { customerFields } from './record-fields.ts';

/** What a step of a conversation does to a Field. */
export type BotFieldWrite =
  | ({ readonly kind: 'set'; readonly name: string } & Field)
  | { readonly kind: 'unset'; readonly name: string };

/**
 * Gives the Fields as a bot reads them: those of the customer, and what every customer has.
 *
 * @spec CU25
 */
export function botFieldsOf(customer: Customer): Fields {
  const own: readonly (readonly [string, Field | undefined])[] = [
    ['id', { type: 'integer', value: customer.number }],
    ['name', textField(customer.name)],
    ['email', textField(customer.email)],
    ['phone', textField(customer.phone)],
    ['agent_id', customer.agentId === undefined ? undefined : { type: 'integer', value: customer.agentId }],
    ['archived', { type: 'boolean', value: customer.archived }],
    ['opt_in', { type: 'boolean', value: customer.optIn }],
    ['register_date', dateField(customer.registerDate)],
    ['channel_id', { type: 'integer', value: customer.channelNumber }],
    ['unread', { type: 'integer', value: customer.unread }],
    ['last_message_at', customer.lastMessageAt === undefined ? undefined : dateField(customer.lastMessageAt)],
  ];
  return writeFields(customer.fields, own);
}

/**
 * Takes over what a bot wrote. `name`, `email` and `phone` are the customer's own. What else it reads of every customer,
 * and what is no name, is passed over: a conversation does not end for it.
 *
 * @spec CU10, CU26, CU27
 */
export function writeBotFields(customer: Pick<Customer, 'fields'>, writes: readonly BotFieldWrite[]): CustomerChange {
  const contacts = writes.flatMap((write) =>
    isContact(write.name) ? [[write.name, contactText(write)] as const] : [],
  );
  const fields = writes.flatMap((write) => (isOwnField(write.name) ? [[write.name, fieldOf(write)] as const] : []));
  return {
    ...Object.fromEntries(contacts.filter(([, text]) => text !== undefined)),
    ...(fields.length > 0 && { fields: writeFields(customer.fields, fields) }),
  };
}

/** Authors call a Field `token` in good faith: it is kept for the bot, and stands in no payload. */
function isOwnField(name: string): boolean {
  return !customerFields.has(name) && nameFormFault(name) === undefined;
}

function isContact(name: string): name is 'name' | 'email' | 'phone' {
  return ['name', 'email', 'phone'].includes(name);
}

function contactText(write: BotFieldWrite): string | undefined {
  const text = write.kind === 'unset' ? '' : plainTextOf(write.value);
  return countCodePoints(text) <= maxContactLength && isPlainText(text) ? text : undefined;
}

function plainTextOf(value: JsonValue): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function fieldOf(write: BotFieldWrite): Field | undefined {
  return write.kind === 'unset' ? undefined : { type: write.type, value: write.value };
}

function textField(value: string): Field | undefined {
  return value === '' ? undefined : { type: 'string', value };
}

function dateField(at: EpochMs): Field {
  return { type: 'date', value: new Date(at).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length) };
}
