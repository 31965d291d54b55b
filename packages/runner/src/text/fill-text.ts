import type { JsonValue } from '@botwright/core/diagram';
import { type Fields, findField } from '../field/field.ts';
import { fieldText } from '../field/field-text.ts';
import { costs } from '../work/costs.ts';
import { freeWork, type Work } from '../work/work.ts';
import { cutText } from './cut-text.ts';

const reference = /@\{([^{}]*)\}/g;

/** Writes the value of a Field into the text around it. `undefined`: there is no such Field. */
export type WriteValue = (value: JsonValue | undefined, work: Work) => string;

/**
 * Puts Fields where a text says `@{name}`. What a Field holds is not searched again. Where there is no such Field
 * there is nothing.
 *
 * @param maxLength - In UTF-16 units; what goes beyond is cut.
 * @param work - Of the step, where this is done in one.
 * @spec RN42, RN43, RN47, RN121
 */
export function fillText(
  text: string,
  fields: Fields,
  maxLength: number,
  work: Work = freeWork,
  write: WriteValue = fieldText,
): string {
  work.charge(text.length * costs.character);
  let filled = '';
  let end = 0;
  for (const match of text.matchAll(reference)) {
    if (filled.length > maxLength) break;
    work.charge(costs.reference);
    const written = write(referencedValue(match[1] ?? '', fields), work);
    work.charge(Math.min(written.length, maxLength) * costs.character);
    filled += text.slice(end, match.index) + written;
    end = match.index + match[0].length;
  }
  return cutText(filled + text.slice(end), maxLength);
}

/** The value that a reference stands for, given what is between its braces. */
export function referencedValue(between: string, fields: Fields): JsonValue | undefined {
  return findField(fields, between)?.value;
}

/** What is between the braces of a text that is one reference and nothing else; else `undefined`. */
export function soleReference(text: string): string | undefined {
  return /^@\{([^{}]*)\}$/.exec(text.trim())?.[1];
}
