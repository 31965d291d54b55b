import { type EpochMs, isJsonList, isJsonObject, type JsonValue } from '@botwright/core/diagram';
import type { CelInput } from '@bufbuild/cel';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { readIsoDate } from '../date/read-iso-date.ts';
import { type Field, type Fields, findField, isDateField } from '../field/field.ts';
import { costs } from '../work/costs.ts';
import type { Work } from '../work/work.ts';
import { FieldMap } from './field-map.ts';

/**
 * What a formula can name: each Field by its own name, all of them in the map `fields`, and the moment `now`. The
 * two last come first where a Field has such a name. Nothing in it has a prototype that a name could reach. A Field
 * is made a value of CEL when the formula comes to it, and not before.
 *
 * @spec RN89, RN90, RN91, RN97, RN121
 */
export function celBindings(fields: Fields, now: EpochMs, work: Work): Record<string, CelInput> {
  const known = new Map<string, CelInput>();
  const celValue = (name: string): CelInput | undefined => {
    if (known.has(name)) return known.get(name);
    const field = findField(fields, name);
    if (field === undefined) {
      work.charge(costs.missing);
      return undefined;
    }
    const value = celField(field, work);
    known.set(name, value);
    return value;
  };
  const own: ReadonlyMap<string, CelInput> = new Map<string, CelInput>([
    ['fields', new FieldMap(() => namesOf(fields, work), celValue)],
    ['now', timestampFromMs(now)],
  ]);
  const nothing: Record<string, CelInput> = Object.create(null);
  return new Proxy(nothing, {
    get: (_, name) => (typeof name === 'string' ? (own.get(name) ?? celValue(name)) : undefined),
  });
}

function namesOf(fields: Fields, work: Work): readonly string[] {
  const names = Object.keys(fields);
  work.charge(names.length * costs.element);
  return names;
}

function celField(field: Field, work: Work): CelInput {
  const { type, value } = field;
  const time = isDateField(field) && typeof value === 'string' ? readIsoDate(value) : undefined;
  if (time !== undefined) return timestampFromMs(time);
  return type === 'integer' && Number.isSafeInteger(value) ? BigInt(value as number) : celJson(value, work);
}

/** As CEL reads JSON: every number in it is a decimal. Maps, so that no name in it can be a prototype's. */
function celJson(value: JsonValue, work: Work): CelInput {
  if (isJsonList(value)) {
    work.charge(value.length * costs.element);
    return value.map((entry) => celJson(entry, work));
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value);
  work.charge(members.length * costs.field);
  return new Map(members.map(([key, part]) => [key, celJson(part, work)]));
}
