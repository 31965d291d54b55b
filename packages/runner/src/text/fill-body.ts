import type { Fields, JsonValue } from '@botwright/core/conversation';
import { jsonLength } from '../budget/json-costs.ts';
import type { StepBudget } from '../budget/step-budget.ts';
import { fillJson, fillJsonText } from './fill-json.ts';
import { fieldText, fillText } from './fill-text.ts';
import { encodePart } from './fill-url.ts';
import { jsonText } from './json-text.ts';

interface FilledBody {
  readonly body: string;
  /** The content type to send when the author wrote none. */
  readonly contentType: string;
}

/**
 * Fills the Fields into the body of a request: as JSON when the body is an object, a list or a text that begins like
 * one, as a form when the author says so, else as plain text. In JSON and in a form no Field can be read as anything
 * but a value.
 *
 * @param contentType - As the author wrote it.
 * @returns `undefined` when the body grows beyond `maxLength` UTF-16 units.
 * @spec RN69, RN70, RN123
 */
export function fillBody(
  written: JsonValue,
  contentType: string | undefined,
  fields: Fields,
  maxLength: number,
  budget: StepBudget,
): FilledBody | undefined {
  const filled = fill(written, contentType, fields, maxLength, budget);
  return filled.body === undefined || filled.body.length > maxLength ? undefined : { ...filled, body: filled.body };
}

function fill(
  written: JsonValue,
  contentType: string | undefined,
  fields: Fields,
  maxLength: number,
  budget: StepBudget,
): { readonly body: string | undefined; readonly contentType: string } {
  if (typeof written !== 'string') {
    return {
      body: jsonBody(fillJson(written, fields, maxLength, budget), maxLength, budget),
      contentType: 'application/json',
    };
  }
  const isForm = contentType !== undefined && /^\s*application\/x-www-form-urlencoded/i.test(contentType);
  if (!isForm && /^\s*[[{]/.test(written)) {
    return { body: fillJsonText(written, fields, maxLength, budget), contentType: 'application/json' };
  }
  const write = isForm ? encodePart : fieldText;
  return { body: fillText(written, fields, maxLength + 1, budget, write), contentType: 'text/plain; charset=utf-8' };
}

function jsonBody(value: JsonValue, maxLength: number, budget: StepBudget): string | undefined {
  // The count is at most three times the length of the JSON: a part of one character counts as up to three.
  return jsonLength(value, budget, 3 * maxLength) > 3 * maxLength ? undefined : jsonText(value);
}
