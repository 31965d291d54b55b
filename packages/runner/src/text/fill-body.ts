import type { JsonValue } from '@botwright/core/diagram';
import type { Fields } from '../field/field.ts';
import { fieldText } from '../field/field-text.ts';
import { jsonLength } from '../work/json-length.ts';
import type { Work } from '../work/work.ts';
import { encodePart } from './encode-part.ts';
import { fillJson, fillJsonText } from './fill-json.ts';
import { fillText } from './fill-text.ts';

interface FilledBody {
  readonly body: string;
  /** What the body is, when the author does not say. */
  readonly contentType: string;
}

/**
 * Fills the body of a request so that no Field can be read as anything but a value: as JSON when it is an object,
 * a list or a text that begins like one, as a form when the author says so, else as plain text.
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
  work: Work,
): FilledBody | undefined {
  const filled = fill(written, contentType, fields, maxLength, work);
  return filled.body === undefined || filled.body.length > maxLength ? undefined : { ...filled, body: filled.body };
}

function fill(
  written: JsonValue,
  contentType: string | undefined,
  fields: Fields,
  maxLength: number,
  work: Work,
): { readonly body: string | undefined; readonly contentType: string } {
  if (typeof written !== 'string') {
    return {
      body: jsonBody(fillJson(written, fields, maxLength, work), maxLength, work),
      contentType: 'application/json',
    };
  }
  const isForm = contentType !== undefined && /^\s*application\/x-www-form-urlencoded/i.test(contentType);
  if (!isForm && /^\s*[[{]/.test(written)) {
    return { body: fillJsonText(written, fields, maxLength, work), contentType: 'application/json' };
  }
  const write = isForm ? encodePart : fieldText;
  return { body: fillText(written, fields, maxLength + 1, work, write), contentType: 'text/plain; charset=utf-8' };
}

function jsonBody(value: JsonValue, maxLength: number, work: Work): string | undefined {
  // The least that the JSON has is two characters a part fewer than what is counted.
  return jsonLength(value, work, 3 * maxLength) > 3 * maxLength ? undefined : JSON.stringify(value);
}
