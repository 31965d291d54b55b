import { isJsonObject, type JsonObject, type JsonValue, ownMember } from '@botwright/core/diagram';
import type { BlockBehaviour, Visit } from '../behaviour/block-behaviour.ts';
import { leave, type Move, waitForResult } from '../behaviour/move.ts';
import { textParam } from '../behaviour/param.ts';
import { writeDestination } from '../behaviour/write-field.ts';
import type { EffectOutcome } from '../effect/effect.ts';
import { typedValue } from '../field/typed-value.ts';
import { fillBody } from '../text/fill-body.ts';
import { fillUrl } from '../text/fill-url.ts';
import { headersOf } from './webhook-headers.ts';
import { saveParts, savesOf } from './webhook-saves.ts';

const timeoutMs = 10_000;
const maxAnswerBytes = 1_048_576;
/** In UTF-16 units: half of what a step may say and send. */
const maxBodyLength = 131_072;
const methods: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** @spec RN98, RN99, RN100, RN101, RN123, RN124 */
export const webhook: BlockBehaviour = {
  block: 'webhook',
  enter: (visit) => call(visit) ?? leave('$failed'),
  resolve: (visit, outcome) => takeAnswer(visit, outcome) ?? leave('$failed'),
};

/** @returns `undefined` when no request can be made of the params. */
function call(visit: Visit): Move | undefined {
  const { params, fields, work } = visit;
  const url = fillUrl(textParam(params, 'url'), fields, work);
  const method = textParam(params, 'method');
  const headers = headersOf(visit);
  if (url === undefined || !methods.has(method) || headers === undefined || savesOf(visit) === undefined)
    return undefined;

  const written = method === 'GET' ? undefined : ownMember(params, 'body');
  if (written === undefined || written === null || written === '') {
    return waitForResult({ kind: 'webhook', method, url, headers, timeoutMs, maxAnswerBytes });
  }
  const given = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
  const filled = fillBody(written, given, fields, maxBodyLength, work);
  if (filled === undefined) return undefined;
  const typed = given === undefined ? [...headers, { name: 'Content-Type', value: filled.contentType }] : headers;
  return waitForResult({ kind: 'webhook', method, url, headers: typed, body: filled.body, timeoutMs, maxAnswerBytes });
}

function takeAnswer(visit: Visit, outcome: EffectOutcome): Move | undefined {
  const answer: JsonValue | undefined = outcome.ok ? outcome.value : undefined;
  const saves = savesOf(visit);
  if (!isJsonObject(answer) || !isSuccess(answer) || saves === undefined) return undefined;
  const body = ownMember(answer, 'body');
  const whole = writeDestination(visit, typedValue(body) ?? { type: 'string', value: '' });
  return leave('$success', { writes: [...whole, ...saveParts(saves, body)] });
}

function isSuccess(answer: JsonObject): boolean {
  const status = ownMember(answer, 'status');
  return typeof status === 'number' && status >= 200 && status <= 299;
}
