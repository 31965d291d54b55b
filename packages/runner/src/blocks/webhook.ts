import { isJsonObject, type JsonObject, type JsonValue, ownMember } from '@botwright/core/diagram';
import type { BlockBehaviour, Visit } from '../behaviour/block-behaviour.ts';
import { leave, type Move, waitForResult } from '../behaviour/move.ts';
import { entriesParam, textParam } from '../behaviour/param.ts';
import { writeDestination } from '../behaviour/write-field.ts';
import type { EffectOutcome } from '../effect/effect.ts';
import { typedValue } from '../field/typed-value.ts';
import { fillBody } from '../text/fill-body.ts';
import { fillText } from '../text/fill-text.ts';
import { fillUrl } from '../text/fill-url.ts';

const timeoutMs = 10_000;
const maxAnswerBytes = 1_048_576;
const methods: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** @spec RN98, RN99, RN100, RN101 */
export const webhook: BlockBehaviour = {
  block: 'webhook',
  enter: (visit) => call(visit) ?? leave('$failed'),
  resolve: (visit, outcome) => takeAnswer(visit, outcome) ?? leave('$failed'),
};

/** @returns `undefined` when no request can be made of the params. */
function call(visit: Visit): Move | undefined {
  const { params, fields } = visit;
  const url = fillUrl(textParam(params, 'url'), fields);
  const method = textParam(params, 'method');
  if (url === undefined || !methods.has(method)) return undefined;

  const headers = headersOf(visit);
  const written = method === 'GET' ? undefined : ownMember(params, 'body');
  if (written === undefined || written === null || written === '') {
    return waitForResult({ kind: 'webhook', method, url, headers, timeoutMs, maxAnswerBytes });
  }
  const given = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
  const filled = fillBody(written, given, fields, maxAnswerBytes);
  if (filled === undefined) return undefined;
  const typed = given === undefined ? [...headers, { name: 'Content-Type', value: filled.contentType }] : headers;
  return waitForResult({ kind: 'webhook', method, url, headers: typed, body: filled.body, timeoutMs, maxAnswerBytes });
}

/** @spec RN71 */
function headersOf({ params, fields, limits }: Visit): readonly { readonly name: string; readonly value: string }[] {
  return entriesParam(params, 'headers').flatMap((header) => {
    const name = textParam(header, 'name').trim();
    if (!/^[!#$%&'*+\-.^_`|~\w]+$/.test(name)) return [];
    const value = fillText(textParam(header, 'value'), fields, limits.textLength);
    return [{ name, value: value.replace(/[^\t\x20-\x7e\xa0-\xff]+/g, ' ').trim() }];
  });
}

function takeAnswer(visit: Visit, outcome: EffectOutcome): Move | undefined {
  const answer: JsonValue | undefined = outcome.ok ? outcome.value : undefined;
  if (!isJsonObject(answer) || !isSuccess(answer)) return undefined;
  const field = typedValue(ownMember(answer, 'body')) ?? { type: 'string', value: '' };
  const writes = writeDestination(visit, field);
  return writes && leave('$success', { writes });
}

function isSuccess(answer: JsonObject): boolean {
  const status = ownMember(answer, 'status');
  return typeof status === 'number' && status >= 200 && status <= 299;
}
