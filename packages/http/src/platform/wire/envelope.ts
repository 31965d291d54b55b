import type { EngineError } from '@botwright/core';
import type { JsonObject } from '@botwright/core/diagram';
import type { SliceInParts } from '@botwright/core/front';
import { describedBySpec, integer } from '@botwright/core/inputs';
import { type Slice, sliceEnvelope } from '@botwright/core/paging';
import * as v from 'valibot';
import { type EncodeError, wireFaults } from '../../response/errors.ts';
import { type ApiResponse, jsonResponse, jsonType, type StreamedResponse } from '../../response/response.ts';
import { tokenErrorEncoder } from '../../token-api/token-errors.ts';

/** The body of a successful response of the Platform API: under one more key its record, or its list. */
export interface PlatformBody extends JsonObject {
  readonly success: true;
}

const success = describedBySpec(v.literal(true), 'Always true.');

/** @spec PL1 */
export function listUnder<const TKey extends string>(key: TKey, item: v.GenericSchema): v.GenericSchema {
  const total = describedBySpec(integer, 'How many match the filter, whatever the offset and limit.');
  return v.object({ success, total, [key]: v.array(item) });
}

/** @spec PL2 */
export function oneUnder<const TKey extends string>(key: TKey, item: v.GenericSchema): v.GenericSchema {
  return v.object({ success, [key]: item });
}

/** @spec PL3 */
export const done = v.object({ success });

/** @spec PL1 */
export function listResponse<T>(key: string, slice: Slice<T>, encode: (item: T) => unknown): ApiResponse {
  return jsonResponse(200, JSON.stringify(sliceEnvelope(key, slice, encode)));
}

/**
 * A list whose first part was read: the others are read during the response, so its length is unknown.
 *
 * @spec PL1, HT69
 */
export function partsResponse<T>(
  key: string,
  parts: SliceInParts<T>,
  encode: (item: T) => unknown,
): ApiResponse | StreamedResponse {
  if (parts.isWhole) return listResponse(key, parts, encode);
  return { status: 200, contentType: jsonType, heldBytes: heldByParts, body: encodeParts(key, parts, encode) };
}

/** Bytes of the part that is being sent, and of the next. */
const heldByParts = 2 * 1_024 * 1_024;

async function* encodeParts<T>(
  key: string,
  { items, total, rest }: SliceInParts<T>,
  encode: (item: T) => unknown,
): AsyncGenerator<string, void, undefined> {
  const textOf = (part: readonly T[]) => part.map((item) => JSON.stringify(encode(item))).join();
  yield `${JSON.stringify({ success: true, total }).slice(0, -1)},${JSON.stringify(key)}:[${textOf(items)}`;
  let isFirst = items.length === 0;
  for (let part = await rest.next(); !part.done; part = await rest.next()) {
    if (part.value.length === 0) continue;
    yield `${isFirst ? '' : ','}${textOf(part.value)}`;
    isFirst = false;
  }
  yield ']}';
}

/** @spec PL2 */
export function oneResponse(status: number, key: string, record: unknown): ApiResponse {
  return jsonResponse(status, JSON.stringify({ success: true, [key]: record }));
}

/** @spec PL3 */
export const doneResponse: ApiResponse = Object.freeze(jsonResponse(200, JSON.stringify({ success: true })));

/** @spec PL5, PL27 */
export const errorSchema = v.object({
  errors: describedBySpec(
    v.record(v.string(), v.array(v.string())),
    'Messages by the field that they are about; what is about no field stands under non_field_errors.',
  ),
  detail: v.exactOptional(describedBySpec(v.string(), 'The same once more, for people; of 401 alone.')),
});

export type WireErrors = v.InferOutput<typeof errorSchema>;

/**
 * Encodes an error as the Platform API does. Uses only the error, so that a record of another brand cannot be
 * distinguished from a missing one.
 *
 * @spec PL5, PL6, PL25, PL27, TK12
 */
export const encodePlatformError: EncodeError = tokenErrorEncoder((error): WireErrors => {
  const faults = Map.groupBy(wireFaults(error), ({ field }) => fieldOf(error, field));
  return {
    errors: Object.fromEntries([...faults].map(([field, group]) => [field, group.map(({ message }) => message)])),
    ...(error.code === 'not_authenticated' && { detail: error.message }),
  };
});

function fieldOf({ code }: EngineError, field: string): string {
  if (field !== '') return field;
  return code === 'plan_required' ? 'plan' : 'non_field_errors';
}
