import type { JsonValue } from '@botwright/core/diagram';
import { readIsoDate } from '../date/read-iso-date.ts';
import { numberOf } from '../number/read-number.ts';
import { costs } from '../work/costs.ts';
import type { Work } from '../work/work.ts';
import { fieldText } from './field-text.ts';
import { foldText } from './fold-text.ts';

/** The value that Fields are compared with, read in each way once, and only where it is asked for. */
export interface Sought {
  text(): string;
  folded(): string;
  json(): JsonValue;
  number(): number | undefined;
  boolean(): boolean | undefined;
  time(): number | undefined;
}

export function createSought(value: JsonValue, work: Work): Sought {
  const text = once(() => fieldText(value, work));
  const folded = once(() => foldText(text(), work));
  return {
    text,
    folded,
    json: once(() => jsonOf(value, work)),
    number: () => numberOf(value),
    boolean: () => (typeof value === 'boolean' ? value : typeof value === 'string' ? booleanOf(folded()) : undefined),
    time: () => timeOf(value),
  };
}

export function timeOf(value: JsonValue): number | undefined {
  return typeof value === 'string' ? readIsoDate(value.trim()) : undefined;
}

function booleanOf(folded: string): boolean | undefined {
  if (folded === 'true') return true;
  return folded === 'false' ? false : undefined;
}

/** Authors write lists and objects as JSON text. */
function jsonOf(value: JsonValue, work: Work): JsonValue {
  if (typeof value !== 'string') return value;
  work.charge(value.length * costs.parsedCharacter);
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    return value;
  }
}

function once<T>(read: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: read() };
    return known.value;
  };
}
