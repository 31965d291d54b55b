import type { Field, Fields } from '../field/field.ts';
import { type FieldWrite, fitFieldWrites } from '../field/field-bounds.ts';
import { nameFormFault } from '../field/field-name.ts';
import { writeFields } from '../field/write-fields.ts';
import { textFault } from '../input/member-reader.ts';
import type { JsonValue } from '../json/json-value.ts';
import { defaultSendBounds, type SendBounds } from '../message/send-bounds.ts';
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

/** What becomes of a bot's writes. */
export interface BotWriteResult {
  readonly change: CustomerChange;
  /** Names of the Fields that went beyond the bounds, and were left as they are. */
  readonly passedOver: readonly string[];
}

/**
 * Takes over what a bot wrote. `name`, `email` and `phone` are the customer's own. What else it reads of every customer,
 * what is no name, and what goes beyond the bounds is passed over: the step is done, and nothing else of it is lost.
 *
 * @spec CU10, CU26, CU27, CU62
 */
export function writeBotFields(
  customer: Pick<Customer, 'fields'>,
  writes: readonly BotFieldWrite[],
  bounds: Pick<SendBounds, 'fields' | 'marksInRow'> = defaultSendBounds,
): BotWriteResult {
  const contacts = writes.flatMap((write) =>
    isContact(write.name) ? [[write.name, contactText(write, bounds.marksInRow)] as const] : [],
  );
  const own = writes.flatMap((write): readonly FieldWrite[] =>
    isOwnField(write.name) ? [[write.name, fieldOf(write)]] : [],
  );
  const { fields, passedOver } = fitFieldWrites(customer.fields, own, bounds.fields);
  const change = Object.fromEntries(contacts.filter(([, text]) => text !== undefined));
  return { change: { ...change, ...(own.length > 0 && { fields }) }, passedOver };
}

/** Authors call a Field `token` in good faith: it is kept for the bot, and stands in no payload. */
function isOwnField(name: string): boolean {
  return !customerFields.has(name) && nameFormFault(name) === undefined;
}

function isContact(name: string): name is 'name' | 'email' | 'phone' {
  return ['name', 'email', 'phone'].includes(name);
}

function contactText(write: BotFieldWrite, marks: number): string | undefined {
  const text = write.kind === 'unset' ? '' : plainTextOf(write.value);
  return textFault(text, { max: maxContactLength, marks }) === undefined ? text : undefined;
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
