import type { Fields } from '../../domain/field/field.ts';
import type { JsonValue } from '../../domain/json/json-value.ts';
import { jsonLength } from '../budget/json-costs.ts';
import type { StepBudget } from '../budget/step-budget.ts';
import { fillJson, fillJsonText, isJsonTemplate } from './fill-json.ts';
import { fieldText, fillText } from './fill-text.ts';
import { encodePart } from './fill-url.ts';
import { fillXml } from './fill-xml.ts';
import { jsonText } from './json-text.ts';

interface FilledBody {
  readonly body: string;
  /** The content type to send when the author wrote none. */
  readonly contentType: string;
  /** How values are written in it. */
  readonly syntax: BodySyntax;
}

const json = 'application/json';
const plain = 'text/plain; charset=utf-8';

/**
 * Fills the Fields into the body of a request in the syntax of its content type, so that in JSON, a form and XML no
 * Field can be read as anything but a value. A body of another type than text is JSON.
 *
 * @param declared - The content type that the author wrote. Without one a text that is JSON is filled as JSON, any
 *   other as text.
 * @returns `undefined` when the body has more than `maxLength` UTF-16 units, as written or as filled.
 * @spec RN69, RN70, RN123, RN132
 */
export function fillBody(
  written: JsonValue,
  declared: string | undefined,
  fields: Fields,
  maxLength: number,
  budget: StepBudget,
): FilledBody | undefined {
  if (typeof written !== 'string')
    return within(jsonBody(fillJson(written, fields, maxLength, budget), maxLength, budget), 'json');
  if (written.length > maxLength) return undefined;
  if (declared !== undefined) {
    const syntax = bodySyntax(declared);
    return within(fillSyntax(written, syntax), syntax, declared);
  }
  return isJsonTemplate(written, budget)
    ? within(fillSyntax(written, 'json'), 'json')
    : within(fillSyntax(written, 'text'), 'text', plain);

  function fillSyntax(text: string, syntax: BodySyntax): string | undefined {
    switch (syntax) {
      case 'json':
        return fillJsonText(text, fields, maxLength, budget);
      case 'xml':
        return fillXml(text, fields, maxLength, budget);
      case 'form':
        return fillText(text, fields, maxLength + 1, budget, encodePart);
      case 'text':
        return fillText(text, fields, maxLength + 1, budget, fieldText);
    }
  }

  function within(body: string | undefined, syntax: BodySyntax, contentType = json): FilledBody | undefined {
    return body === undefined || body.length > maxLength ? undefined : { body, contentType, syntax };
  }
}

function jsonBody(value: JsonValue, maxLength: number, budget: StepBudget): string | undefined {
  // The count is at most three times the length of the JSON: a part of one character counts as up to three.
  return jsonLength(value, budget, 3 * maxLength) > 3 * maxLength ? undefined : jsonText(value);
}

/** The syntax in which a value is written, so that it stays a value. */
type BodySyntax = 'json' | 'xml' | 'form' | 'text';

/**
 * @param contentType - The value of the header, with parameters, in any case.
 * @spec RN69, RN70, RN133
 */
function bodySyntax(contentType: string): BodySyntax {
  const [essence = ''] = contentType.toLowerCase().split(/[;,]/);
  const [, subtype = ''] = essence.trim().split('/');
  // `json`, `ld+json`, and lines of JSON: `x-ndjson`, `jsonl`.
  if (/(?:^|[+.-])(?:nd)?json(?:l|lines|-seq)?$/.test(subtype)) return 'json';
  if (/(?:^|[+.-])xml$/.test(subtype)) return 'xml';
  return essence.trim() === 'application/x-www-form-urlencoded' ? 'form' : 'text';
}
