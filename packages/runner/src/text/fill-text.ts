import type { JsonValue } from '@botwright/core/diagram';
import { type Fields, findField } from '../field/field.ts';
import { fieldText } from '../field/field-text.ts';
import { cutText } from './cut-text.ts';

const reference = /@\{([^{}]*)\}/g;

/** Writes the value of a Field into the text around it. `undefined`: there is no such Field. */
export type WriteValue = (value: JsonValue | undefined) => string;

/**
 * Puts Fields where a text says `@{name}`. What a Field holds is not searched again. Where there is no such Field
 * there is nothing.
 *
 * @param maxLength - In UTF-16 units; what goes beyond is cut.
 * @spec RN42, RN43, RN47
 */
export function fillText(text: string, fields: Fields, maxLength: number, write: WriteValue = fieldText): string {
  let filled = '';
  let end = 0;
  for (const match of text.matchAll(reference)) {
    if (filled.length > maxLength) break;
    filled += text.slice(end, match.index) + write(referencedValue(match[1] ?? '', fields));
    end = match.index + match[0].length;
  }
  return cutText(filled + text.slice(end), maxLength);
}

/** The value that a reference stands for, given what is between its braces. */
export function referencedValue(between: string, fields: Fields): JsonValue | undefined {
  return findField(fields, between)?.value;
}
