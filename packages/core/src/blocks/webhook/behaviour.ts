import type { EffectOutcome } from '../../domain/conversation/effects.ts';
import type { FieldWrite } from '../../domain/field/field.ts';
import { typedValue } from '../../domain/field/field-value.ts';
import { isJsonObject, type JsonObject, type JsonValue, ownMember } from '../../domain/json/json-value.ts';
import type { BlockBehaviour, ExecutionContext } from '../../runner/behaviour/block-behaviour.ts';
import { fieldName, writeAnswered, writeDestination } from '../../runner/behaviour/field-writes.ts';
import { withLateReferences } from '../../runner/behaviour/late-references.ts';
import { entriesParam, textParam } from '../../runner/behaviour/params.ts';
import { leave, type Transition, waitForResult } from '../../runner/behaviour/transition.ts';
import { costs } from '../../runner/budget/costs.ts';
import { type JsonPointer, readJsonPointer, valueAt } from '../../runner/field/json-pointer.ts';
import { fillBody } from '../../runner/text/fill-body.ts';
import { fillText } from '../../runner/text/fill-text.ts';
import { fillUrl } from '../../runner/text/fill-url.ts';

const timeoutMs = 10_000;
const maxAnswerBytes = 1_048_576;
/** UTF-16 units: half of the output that a step may have. */
const maxBodyLength = 131_072;
const methods: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** @spec RN98, RN99, RN100, RN101, RN123, RN124 */
export const webhook: BlockBehaviour = {
  block: 'webhook',
  enter: (context) => requestOf(context) ?? leave('$failed'),
  resolve: (context, outcome) => takeAnswer(context, outcome) ?? leave('$failed'),
};

/** @returns `undefined` when the params make no request. */
function requestOf(context: ExecutionContext): Transition | undefined {
  const { params, fields, budget } = context;
  const url = fillUrl(textParam(params, 'url'), fields, budget);
  const method = textParam(params, 'method');
  const headers = headersOf(context);
  if (url === undefined || !methods.has(method) || headers === undefined || savesOf(context) === undefined)
    return undefined;

  const written = method === 'GET' ? undefined : ownMember(params, 'body');
  if (written === undefined || written === null || written === '') {
    return waitForResult({ kind: 'webhook', method, url, headers, timeoutMs, maxAnswerBytes });
  }
  const isType = ({ name }: Header): boolean => name.toLowerCase() === 'content-type';
  const declared = headers.find((header) => isType(header) && header.value !== '')?.value;
  const { context: filling, late } = withLateReferences(context);
  const filled = fillBody(written, declared, filling.fields, maxBodyLength, budget);
  if (filled === undefined) return undefined;
  const { body, contentType, syntax } = filled;
  const typed =
    declared === undefined
      ? [...headers.filter((header) => !isType(header)), { name: 'Content-Type', value: contentType }]
      : headers;
  const bodySyntax = (syntax === 'json' || syntax === 'xml') && { bodySyntax: syntax };
  const request = { kind: 'webhook', method, url, headers: typed, body, timeoutMs, maxAnswerBytes } as const;
  return waitForResult({ ...request, ...(late !== undefined && { late, ...bodySyntax }) });
}

function takeAnswer(context: ExecutionContext, outcome: EffectOutcome): Transition | undefined {
  const answer: JsonValue | undefined = outcome.ok ? outcome.value : undefined;
  const saves = savesOf(context);
  if (!isJsonObject(answer) || !isSuccess(answer) || saves === undefined) return undefined;
  const body = ownMember(answer, 'body');
  const whole = writeDestination(context, typedValue(body) ?? { type: 'string', value: '' });
  return leave('$success', { writes: [...whole, ...saveParts(saves, body)] });
}

function isSuccess(answer: JsonObject): boolean {
  const status = ownMember(answer, 'status');
  return typeof status === 'number' && status >= 200 && status <= 299;
}

const maxHeaders = 64;
/** Characters of all names and values together. */
const maxHeadersLength = 32_768;

interface Header {
  readonly name: string;
  readonly value: string;
}

/**
 * Fills the headers that the author wrote.
 *
 * @returns `undefined` when there are more than 64, or more than 32,768 characters of them.
 * @spec RN71, RN123
 */
function headersOf({ params, fields, budget }: ExecutionContext): readonly Header[] | undefined {
  const headers: Header[] = [];
  let left = maxHeadersLength;
  for (const written of entriesParam(params, 'headers', budget)) {
    const name = textParam(written, 'name').trim();
    if (name.length > maxHeadersLength || !/^[!#$%&'*+\-.^_`|~\w]+$/.test(name)) continue;
    const filled = fillText(textParam(written, 'value'), fields, maxHeadersLength + 1, budget);
    left -= name.length + filled.length;
    if (headers.length === maxHeaders || left < 0) return undefined;
    headers.push({ name, value: filled.replace(/[^\t\x20-\x7e\xa0-\xff]+/g, ' ').trim() });
  }
  return headers;
}

/** A part of the answer, and the name of the Field that it is written to. */
interface Save {
  readonly pointer: JsonPointer;
  readonly name: string | undefined;
}

/** @returns `undefined` when one of the paths is not a pointer. @spec RN124 */
function savesOf({ params, budget }: ExecutionContext): readonly Save[] | undefined {
  const saves: Save[] = [];
  for (const written of entriesParam(params, 'saves', budget)) {
    const path = textParam(written, 'path');
    budget.charge(path.length * costs.encodedCharacter);
    const pointer = readJsonPointer(path);
    if (pointer === undefined) return undefined;
    saves.push({ pointer, name: fieldName(ownMember(written, 'destination')) });
  }
  return saves;
}

/** Writes the parts that the answer has; a part that is `null` removes its Field. @spec RN124 */
function saveParts(saves: readonly Save[], body: JsonValue | undefined): readonly FieldWrite[] {
  return saves.flatMap(({ pointer, name }) => {
    const part = body === undefined ? undefined : valueAt(body, pointer);
    return part === undefined ? [] : writeAnswered(name, typedValue(part));
  });
}
