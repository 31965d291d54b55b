import { type Fields, findField } from '../../domain/field/field.ts';
import type { JsonValue } from '../../domain/json/json-value.ts';
import { numberText } from '../../domain/number-text.ts';
import { costs } from '../budget/costs.ts';
import { jsonLength } from '../budget/json-costs.ts';
import { type StepBudget, unlimitedBudget } from '../budget/step-budget.ts';
import { jsonText } from './json-text.ts';

const reference = /@\{([^{}]*)\}/g;

/** Writes the value of a Field as text. `undefined`: there is no such Field. */
export type WriteValue = (value: JsonValue | undefined, budget: StepBudget) => string;

/**
 * Replaces each `@{name}` in a text by the value of that Field, or by nothing when there is no such Field. References
 * inside a value are not replaced.
 *
 * @param maxLength - In UTF-16 units; the rest is cut.
 * @param budget - The budget of the step; left out outside of one.
 * @spec RN42, RN43, RN47, RN121
 */
export function fillText(
  text: string,
  fields: Fields,
  maxLength: number,
  budget: StepBudget = unlimitedBudget,
  write: WriteValue = fieldText,
): string {
  budget.charge(text.length * costs.character);
  let filled = '';
  let end = 0;
  for (const match of text.matchAll(reference)) {
    if (filled.length > maxLength) break;
    budget.charge(costs.reference);
    const written = write(referencedValue(match[1] ?? '', fields), budget);
    budget.charge(Math.min(written.length, maxLength) * costs.character);
    filled += text.slice(end, match.index) + written;
    end = match.index + match[0].length;
  }
  return cutText(filled + text.slice(end), maxLength);
}

/**
 * Replaces the parts of a text that match a pattern. `write` returns `undefined` for a part that stays.
 *
 * @returns `undefined` when the text grows beyond `maxLength` UTF-16 units.
 */
export function replaceParts(
  text: string,
  pattern: RegExp,
  maxLength: number,
  write: (match: RegExpExecArray) => string | undefined,
): string | undefined {
  let filled = '';
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const written = write(match);
    if (written === undefined) continue;
    filled += text.slice(end, match.index) + written;
    if (filled.length > maxLength) return undefined;
    end = match.index + match[0].length;
  }
  filled += text.slice(end);
  return filled.length > maxLength ? undefined : filled;
}

/** The value of the Field of this name. */
export function referencedValue(name: string, fields: Fields): JsonValue | undefined {
  return findField(fields, name)?.value;
}

/** The name in a text that is one reference and nothing else; `undefined` for any other text. */
export function soleReference(text: string): string | undefined {
  return /^@\{([^{}]*)\}$/.exec(text.trim())?.[1];
}

/** Cuts a text to a length in UTF-16 units, never through the middle of a character. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const last = text.charCodeAt(maxLength - 1);
  const isHalved = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalved ? maxLength - 1 : maxLength);
}

/**
 * Writes the value of a Field as people read it: texts unchanged, numbers by `numberText`, lists and objects as JSON,
 * nothing for a Field that is not there and for `null`.
 *
 * @spec RN43, RN139
 */
export function fieldText(value: JsonValue | undefined, budget: StepBudget): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'object') jsonLength(value, budget);
  return jsonText(value);
}
