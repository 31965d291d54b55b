import type { Customer, Field } from '@botwright/client';
import { jsonPlaces } from '../bot/model/json-places.ts';
import { readTypedNumber } from '../parts/typed-number.ts';

export type FieldType = Field['type'];

export const fieldTypes: readonly { readonly value: FieldType; readonly label: string }[] = [
  { value: 'string', label: 'Text' },
  { value: 'integer', label: 'Whole number' },
  { value: 'float', label: 'Number' },
  { value: 'boolean', label: 'Yes or no' },
  { value: 'date', label: 'Date' },
  { value: 'datetime', label: 'Date and time' },
  { value: 'array', label: 'List, as JSON' },
  { value: 'object', label: 'Object, as JSON' },
];

/** Built-in members of a customer; all other members are Fields. */
const recordKeys: ReadonlySet<string> = new Set([
  'id',
  'name',
  'email',
  'phone',
  'agent_id',
  'archived',
  'opt_in',
  'register_date',
  'channel_id',
  'unread',
  'last_message_at',
]);

export interface NamedValue {
  readonly name: string;
  readonly value: unknown;
}

/** The Fields of a customer, by name. */
export function fieldsOf(customer: Customer): readonly NamedValue[] {
  return Object.entries(customer)
    .filter(([name]) => !recordKeys.has(name))
    .map(([name, value]) => ({ name, value }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** The type for editing a value: records of customers have no types. */
export function typeOfValue(value: unknown): FieldType {
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'float';
  if (typeof value === 'boolean') return 'boolean';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'object' && value !== null) return 'object';
  const text = String(value);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return 'date';
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? 'datetime' : 'string';
}

/** A value as users type and read it. */
export function textOfValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return JSON.stringify(value, undefined, 2) ?? '';
}

/** Parses typed text for a Field of a type. */
export function readValue(type: FieldType, text: string): { readonly value: unknown } | { readonly problem: string } {
  switch (type) {
    case 'integer':
      return readTypedNumber(text, 'whole');
    case 'float':
      return readTypedNumber(text);
    case 'boolean':
      return { value: text === 'true' };
    case 'array':
    case 'object':
      return readJson(type, text);
    default:
      return { value: text };
  }
}

function readJson(type: 'array' | 'object', text: string): ReturnType<typeof readValue> {
  const { error } = jsonPlaces(text);
  if (error !== undefined) return { problem: error.message };
  const value: unknown = JSON.parse(text);
  if (typeOfValue(value) === type) return { value };
  return { problem: type === 'array' ? 'Write a list, such as ["a", "b"].' : 'Write an object, such as {"a": 1}.' };
}
