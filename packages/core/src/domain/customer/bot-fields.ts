import {
  customerFields,
  type Field,
  type Fields,
  type FieldWrite,
  nameFormFault,
  writeFields,
  writtenField,
} from '../field/field.ts';
import { fitFieldWrites } from '../field/field-bounds.ts';
import { defaultSendBounds, type SendBounds } from '../message/message.ts';
import { textFault } from '../text.ts';
import type { EpochMs } from '../time/epoch-ms.ts';
import { type Customer, type CustomerChange, maxContactLength } from './customer.ts';

/**
 * Gives the Fields for a bot: the stored Fields of the customer, and the Fields of every customer.
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

/** The result of a bot's writes. */
export interface BotWriteResult {
  readonly change: CustomerChange;
  /** Names of unchanged Fields that would be too large. */
  readonly passedOver: readonly string[];
}

/**
 * Applies a bot's writes. `name`, `email` and `phone` change the customer. Ignores writes of other Fields that every
 * customer has, writes with malformed names, and writes that are too large.
 *
 * @spec CU10, CU26, CU27, CU62
 */
export function writeBotFields(
  customer: Pick<Customer, 'fields'>,
  writes: readonly FieldWrite[],
  bounds: Pick<SendBounds, 'fields' | 'marksInRow'> = defaultSendBounds,
): BotWriteResult {
  // A Field such as `token` is stored for the bot, but no payload contains it.
  const isOwn = (name: string): boolean => !customerFields.has(name) && nameFormFault(name) === undefined;
  const own = writes.flatMap((write) => (isOwn(write.name) ? [[write.name, writtenField(write)] as const] : []));
  const { fields, passedOver } = fitFieldWrites(customer.fields, own, bounds.fields);
  const contacts = writes.filter(({ name }) => ['name', 'email', 'phone'].includes(name));
  const texts = contacts.map((write) => [write.name, contactText(write, bounds.marksInRow)] as const);
  const change = Object.fromEntries(texts.filter(([, text]) => text !== undefined));
  return { change: { ...change, ...(own.length > 0 && { fields }) }, passedOver };
}

function contactText(write: FieldWrite, marks: number): string | undefined {
  const value = write.kind === 'unset' ? '' : (write.value ?? '');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return textFault(text, { max: maxContactLength, marks }) === undefined ? text : undefined;
}

function textField(value: string): Field | undefined {
  return value === '' ? undefined : { type: 'string', value };
}

function dateField(at: EpochMs): Field {
  return { type: 'date', value: new Date(at).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length) };
}
