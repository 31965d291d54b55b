import { type EpochMs, isJsonList, isJsonObject, type JsonValue } from '@botwright/core/diagram';
import type { CelInput } from '@bufbuild/cel';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { readIsoDate } from '../date/read-iso-date.ts';
import { type Field, type Fields, isDateField } from '../field/field.ts';

/**
 * What a formula can name: each Field by its own name, all of them in the map `fields`, and the moment `now`. The
 * two last come first where a Field has such a name. Nothing in it has a prototype that a name could reach.
 *
 * @spec RN89, RN90, RN91, RN97
 */
export function celBindings(fields: Fields, now: EpochMs): Record<string, CelInput> {
  const values = new Map(Object.entries(fields).map(([name, field]) => [name, celField(field)]));
  const bindings: Record<string, CelInput> = Object.create(null);
  return Object.assign(bindings, Object.fromEntries(values), { fields: values, now: timestampFromMs(now) });
}

function celField(field: Field): CelInput {
  const { type, value } = field;
  const time = isDateField(field) && typeof value === 'string' ? readIsoDate(value) : undefined;
  if (time !== undefined) return timestampFromMs(time);
  return type === 'integer' && Number.isSafeInteger(value) ? BigInt(value as number) : celJson(value);
}

/** As CEL reads JSON: every number in it is a decimal. Maps, so that no name in it can be a prototype's. */
function celJson(value: JsonValue): CelInput {
  if (isJsonList(value)) return value.map(celJson);
  if (!isJsonObject(value)) return value;
  return new Map(Object.entries(value).map(([key, part]) => [key, celJson(part)]));
}
