import type { JsonValue } from '../json/json-value.ts';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The uuid that the param of a bot reference holds, in lower case; `undefined` when it holds something else. */
export function botUuidOf(value: JsonValue): string | undefined {
  return typeof value === 'string' && uuidPattern.test(value) ? value.toLowerCase() : undefined;
}

/** The bot number that the param of a bot reference holds; `undefined` when it holds something else. */
export function botNumberOf(value: JsonValue): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}
