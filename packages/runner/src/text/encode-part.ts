import type { JsonValue } from '@botwright/core/diagram';
import { fieldText } from '../field/field-text.ts';
import { costs } from '../work/costs.ts';
import type { Work } from '../work/work.ts';

/** Writes the value of a Field so that it can be no more than one part of an address or a form. @spec RN48, RN70 */
export function encodePart(value: JsonValue | undefined, work: Work): string {
  const text = fieldText(value, work);
  work.charge(text.length * costs.parsedCharacter);
  return encodeURIComponent(text.toWellFormed());
}
