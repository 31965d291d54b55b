import { type CelInput, type CelValue, isCelList, isCelMap, isCelUint } from '@bufbuild/cel';
import { isMessage, type Message } from '@bufbuild/protobuf';
import { isReflectMessage } from '@bufbuild/protobuf/reflect';
import { DurationSchema, durationMs, TimestampSchema, timestampFromMs, timestampMs } from '@bufbuild/protobuf/wkt';
import { type Field, type Fields, findField, isDateField } from '../../domain/field/field.ts';
import { isJsonList, isJsonObject, type JsonValue } from '../../domain/json/json-value.ts';
import { withoutNoise } from '../../domain/number-text.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import { readIsoDate, writeIsoDate } from '../../domain/time/iso-date.ts';
import { costs } from '../budget/costs.ts';
import type { StepBudget } from '../budget/step-budget.ts';
import type { FormulaBudget } from './evaluation.ts';

/**
 * The variables of a formula: each Field by its own name, all of them in the map `fields`, and the moment `now`. A
 * Field named `fields` or `now` is found only in the map. No name reaches a prototype. A Field is made a value of CEL
 * when the formula reads it.
 *
 * @spec RN89, RN90, RN91, RN97, RN121
 */
export function celBindings(fields: Fields, now: EpochMs, budget: StepBudget): Record<string, CelInput> {
  const known = new Map<string, CelInput>();
  const celValue = (name: string): CelInput | undefined => {
    if (known.has(name)) return known.get(name);
    const field = findField(fields, name);
    if (field === undefined) {
      budget.charge(costs.missing);
      return undefined;
    }
    const value = celField(field, budget);
    known.set(name, value);
    return value;
  };
  const own: ReadonlyMap<string, CelInput> = new Map<string, CelInput>([
    ['fields', new FieldMap(() => namesOf(fields, budget), celValue)],
    ['now', timestampFromMs(now)],
  ]);
  const nothing: Record<string, CelInput> = Object.create(null);
  return new Proxy(nothing, {
    get: (_, name) => (typeof name === 'string' ? (own.get(name) ?? celValue(name)) : undefined),
  });
}

function namesOf(fields: Fields, budget: StepBudget): readonly string[] {
  const names = Object.keys(fields);
  budget.charge(names.length * costs.element);
  return names;
}

function celField(field: Field, budget: StepBudget): CelInput {
  const { type, value } = field;
  const time = isDateField(field) && typeof value === 'string' ? readIsoDate(value) : undefined;
  if (time !== undefined) return timestampFromMs(time);
  return type === 'integer' && Number.isSafeInteger(value) ? BigInt(value as number) : celInput(value, budget);
}

/** As CEL reads JSON: every number is a decimal. Objects become maps, so that no name reaches a prototype. */
function celInput(value: JsonValue, budget: StepBudget): CelInput {
  if (isJsonList(value)) {
    budget.charge(value.length * costs.element);
    return value.map((entry) => celInput(entry, budget));
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value);
  budget.charge(members.length * costs.field);
  return new Map(members.map(([key, part]) => [key, celInput(part, budget)]));
}

/** The map `fields` of a formula: a Field is read when the formula reads it. */
class FieldMap extends Map<string, CelInput> {
  readonly #read: (name: string) => CelInput | undefined;
  readonly #readNames: () => readonly string[];
  #names: readonly string[] | undefined;

  constructor(readNames: () => readonly string[], read: (name: string) => CelInput | undefined) {
    super();
    this.#readNames = readNames;
    this.#read = read;
  }

  override get size(): number {
    return this.#allNames().length;
  }

  override get(name: string): CelInput | undefined {
    return typeof name === 'string' ? this.#read(name) : undefined;
  }

  override has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  override *keys(): MapIterator<string> {
    yield* this.#allNames();
  }

  override *entries(): MapIterator<[string, CelInput]> {
    for (const name of this.#allNames()) yield [name, this.#read(name) ?? null];
  }

  override *values(): MapIterator<CelInput> {
    for (const [, value] of this.entries()) yield value;
  }

  override [Symbol.iterator](): MapIterator<[string, CelInput]> {
    return this.entries();
  }

  override forEach(callback: (value: CelInput, name: string, map: Map<string, CelInput>) => void): void {
    for (const [name, value] of this.entries()) callback(value, name, this);
  }

  #allNames(): readonly string[] {
    this.#names ??= this.#readNames();
    return this.#names;
  }
}

/**
 * Makes a Field of the result of a formula.
 *
 * @param size - Pays for each part of the value, so that a value which contains the same part many times ends at the
 *   bound.
 * @returns `undefined` when no Field can have the value: `null`, bytes, a type, a number that is not finite or no safe
 *   integer.
 * @spec RN93, RN140
 */
export function celResult(value: CelValue, size: FormulaBudget): Field | undefined {
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

function celJson(value: CelValue, size: FormulaBudget): JsonValue | undefined {
  size.spend(typeof value === 'string' ? value.length : 1);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? withoutNoise(value) + 0 : undefined;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
  if (isCelUint(value)) return celJson(value.value, size);
  if (isCelList(value)) return everyDefined([...value].map((entry) => celJson(entry, size)));
  if (!isCelMap(value)) return celResult(value, size)?.value;
  const members = [...value].map(
    ([key, part]) => [String(isCelUint(key) ? key.value : key), celJson(part, size)] as const,
  );
  const parts = everyDefined(members.map(([, part]) => part));
  return parts && Object.fromEntries(members.map(([key], index) => [key, parts[index] as JsonValue]));
}

function everyDefined(values: readonly (JsonValue | undefined)[]): readonly JsonValue[] | undefined {
  return values.every((value) => value !== undefined) ? values : undefined;
}
