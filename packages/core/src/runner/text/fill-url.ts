import type { Fields } from '../../domain/field/field.ts';
import { isHttpUrl } from '../../domain/http-url.ts';
import type { JsonValue } from '../../domain/json/json-value.ts';
import { costs } from '../budget/costs.ts';
import type { StepBudget } from '../budget/step-budget.ts';
import { fieldText, fillText, referencedValue, soleReference } from './fill-text.ts';

/** Longest address that a step makes. */
const maxUrlLength = 8_192;

/**
 * Fills the Fields into an address. An address that is a single reference becomes the unchanged value of the Field. In
 * any other the values are percent-encoded, so that a value can never be more than one part of the address; white space
 * that the author wrote is encoded too.
 *
 * @param isAllowed - Whether the result can be used. Default: an address of the web.
 * @param isAllowed - Whether the result may be used. Default: whether it is an absolute `http` or `https` address without
 *   credentials, of at most 8,192 characters, because a bot may send the addresses that may be sent from outside.
 * @returns `undefined` unless the result is allowed.
 * @spec RN48
 */
export function fillUrl(
  written: string,
  fields: Fields,
  budget: StepBudget,
  isAllowed: (url: string) => boolean = isHttpUrl,
): string | undefined {
  const whole = soleReference(written);
  const url =
    whole === undefined ? fillParts(written, fields, budget) : fieldText(referencedValue(whole, fields), budget);
  return isAllowed(url) ? url : undefined;
}

function fillParts(written: string, fields: Fields, budget: StepBudget): string {
  const filled = fillText(written.trim(), fields, maxUrlLength + 1, budget, encodeShort);
  return filled.replace(/\s/g, encodeURIComponent);
}

/** A value that is too long already is not encoded: the address is refused anyway. */
function encodeShort(value: JsonValue | undefined, budget: StepBudget): string {
  const text = fieldText(value, budget);
  return text.length > maxUrlLength ? text : encodePart(text, budget);
}

/** Percent-encodes the value of a Field: it can be no more than one part of an address or a form. @spec RN48, RN70 */
export function encodePart(value: JsonValue | undefined, budget: StepBudget): string {
  const text = fieldText(value, budget);
  budget.charge(text.length * costs.parsedCharacter);
  return encodeURIComponent(text.toWellFormed());
}
