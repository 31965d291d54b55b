import type { JsonValue } from '@botwright/core/diagram';
import { type CelValue, isCelList, isCelMap, isCelUint } from '@bufbuild/cel';
import { isMessage, type Message } from '@bufbuild/protobuf';
import { isReflectMessage } from '@bufbuild/protobuf/reflect';
import { DurationSchema, durationMs, TimestampSchema, timestampMs } from '@bufbuild/protobuf/wkt';
import { writeIsoDate } from '../date/read-iso-date.ts';
import type { Field } from '../field/field.ts';
import type { Budget } from './budget.ts';

/**
 * Makes what a formula came to the value of a Field.
 *
 * @param size - Taken from as the value is gone through, so that one which shares its parts cannot run away.
 * @returns `undefined` when it is nothing a Field can hold: `null`, bytes, a type, a number that is not finite or
 *   that JavaScript does not count one by one.
 * @spec RN93
 */
export function celResult(value: CelValue, size: Budget): Field | undefined {
  if (typeof value === 'bigint' || isCelUint(value)) return typed('integer', celJson(value, size));
  if (typeof value === 'number') return typed('float', celJson(value, size));
  if (typeof value === 'string' || typeof value === 'boolean') return { type: typeof value as 'string', value };
  if (isCelList(value)) return typed('array', celJson(value, size));
  if (isCelMap(value)) return typed('object', celJson(value, size));
  return isReflectMessage(value) ? timeResult(value.message) : undefined;
}

function timeResult(message: Message): Field | undefined {
  if (isMessage(message, TimestampSchema)) return { type: 'date', value: writeIsoDate(timestampMs(message)) };
  if (isMessage(message, DurationSchema)) return { type: 'float', value: durationMs(message) / 1_000 };
  return undefined;
}

function typed(type: Field['type'], value: JsonValue | undefined): Field | undefined {
  return value === undefined ? undefined : { type, value };
}

function celJson(value: CelValue, size: Budget): JsonValue | undefined {
  size.spend(typeof value === 'string' ? value.length : 1);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : undefined;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
  if (isCelUint(value)) return celJson(value.value, size);
  if (isCelList(value)) return everyDefined([...value].map((entry) => celJson(entry, size)));
  if (!isCelMap(value)) return celResult(value, size)?.value;
  const members = [...value].map(([key, part]) => [keyText(key), celJson(part, size)] as const);
  const parts = everyDefined(members.map(([, part]) => part));
  return parts && Object.fromEntries(members.map(([key], index) => [key, parts[index] as JsonValue]));
}

function keyText(key: CelValue): string {
  return String(isCelUint(key) ? key.value : key);
}

function everyDefined(values: readonly (JsonValue | undefined)[]): readonly JsonValue[] | undefined {
  return values.every((value) => value !== undefined) ? values : undefined;
}
