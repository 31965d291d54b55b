import { jsonBytes } from '../../domain/json/json-bytes.ts';
import { isJsonList, isJsonObject, type JsonValue } from '../../domain/json/json-value.ts';
import { costs } from '../budget/costs.ts';
import type { StepBudget } from '../budget/step-budget.ts';

/** Levels of lists and objects in a Field, the value itself being the first. */
const maxDepth = 100;

/** A value in the stored form of a Field. */
export interface StorableValue {
  readonly value: JsonValue;
  /** Bytes of its JSON in UTF-8. */
  readonly bytes: number;
}

/**
 * Copies a value without characters and numbers that some store cannot hold: U+0000, lone surrogates, minus zero.
 * Counts and charges while it copies, so that a value which contains the same part many times ends at the bound.
 *
 * @param most - Bytes that its JSON may have.
 * @returns `undefined` when the value is larger, deeper than 100 levels, or no JSON.
 * @spec RN45, RN121
 */
export function storableValue(value: JsonValue, most: number, budget: StepBudget): StorableValue | undefined {
  let bytes = 0;
  const copy = plainValue(value, 1);
  return copy === undefined || bytes > most ? undefined : { value: copy, bytes };

  function plainValue(part: JsonValue, depth: number): JsonValue | undefined {
    budget.charge(costs.element);
    if (depth > maxDepth || bytes > most) return undefined;
    if (typeof part === 'string') return text(part);
    if (typeof part === 'number') return Number.isFinite(part) ? scalar(part + 0) : undefined;
    if (part === null || typeof part === 'boolean') return scalar(part);
    if (isJsonList(part)) return list(part, depth);
    return isJsonObject(part) ? object(part, depth) : undefined;
  }

  function scalar(part: number | boolean | null): JsonValue {
    bytes += jsonBytes(part);
    return part;
  }

  function text(part: string): string {
    budget.charge(part.length * costs.encodedCharacter);
    const plain = plainText(part);
    bytes += jsonBytes(plain);
    return plain;
  }

  function list(part: readonly JsonValue[], depth: number): JsonValue | undefined {
    bytes += 2 + Math.max(0, part.length - 1);
    const entries: JsonValue[] = [];
    for (const entry of part) {
      const plain = plainValue(entry, depth + 1);
      if (plain === undefined) return undefined;
      entries.push(plain);
    }
    return entries;
  }

  function object(part: { readonly [key: string]: JsonValue }, depth: number): JsonValue | undefined {
    const keys = Object.keys(part);
    budget.charge(keys.length * costs.element);
    bytes += 2 + Math.max(0, keys.length - 1) + keys.length;
    const members: [string, JsonValue][] = [];
    for (const key of keys) {
      const name = text(key);
      const plain = plainValue(part[key] as JsonValue, depth + 1);
      if (plain === undefined) return undefined;
      members.push([name, plain]);
    }
    return Object.fromEntries(members);
  }
}

const plainAlready = /^[ -~]*$/;

/** The text without characters that a store or an encoding refuses. @spec RN45 */
function plainText(text: string): string {
  if (plainAlready.test(text)) return text;
  return text.replaceAll('\u0000', '').toWellFormed();
}
