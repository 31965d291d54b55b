import { EngineError } from '@botwright/core';
import type * as v from 'valibot';
import { defaultMaxBodyBytes, readJsonBody } from '../request/body.ts';
import { readInput } from '../request/read-input.ts';
import type { HttpRequest } from './http-api.ts';

/** The body of an operation: its description in the OpenAPI document, and the function that reads it. */
export interface BodyShape<TBody> {
  /** Described in the OpenAPI document. */
  readonly schema: v.GenericSchema;
  /** Whether the OpenAPI document requires a body. */
  readonly isRequired: boolean;
  /**
   * Checks the parsed JSON.
   *
   * @param json - `undefined` when there is no body.
   * @throws {EngineError}
   */
  read(json: unknown): TBody;
}

/**
 * A required body, checked against its schema. An object without members is refused as `empty_body` if the schema asks
 * for that: see `whenEmpty` of `inputObject`.
 *
 * @spec HT33, HT34
 */
export function requiredBody<TSchema extends v.GenericSchema>(schema: TSchema): BodyShape<v.InferOutput<TSchema>> {
  return { schema, isRequired: true, read: (json) => readInput(schema, required(json)) };
}

/** An optional body; an absent one is read as `{}`. */
export function optionalBody<TSchema extends v.GenericSchema>(schema: TSchema): BodyShape<v.InferOutput<TSchema>> {
  return { schema, isRequired: false, read: (json) => readInput(schema, json === undefined ? {} : json) };
}

/**
 * A required body, passed to the engine unchecked: the engine checks it by the same schema, after looking up the record
 * of the body.
 *
 * @spec OA2, HT34, HT37
 */
export function engineBody<TBody>(schema: v.GenericSchema): BodyShape<TBody> {
  return { schema, isRequired: true, read: (json) => required(json) as TBody };
}

/** The same, but optional: without a body the engine gets `undefined`. */
export function optionalEngineBody<TBody>(schema: v.GenericSchema): BodyShape<TBody | undefined> {
  return { schema, isRequired: false, read: (json) => json as TBody | undefined };
}

/**
 * Reads the JSON body of a request to a host's own route, checked by its shape.
 *
 * @param maxBytes - Default: 5 MiB.
 * @throws {EngineError} of {@link readJsonBody} and of the shape
 */
export async function readBody<TBody>(
  request: Pick<HttpRequest, 'headers' | 'body'>,
  shape: BodyShape<TBody>,
  maxBytes: number = defaultMaxBodyBytes,
): Promise<TBody> {
  return shape.read(await readJsonBody(request, maxBytes));
}

function required(json: unknown): unknown {
  if (json === undefined) throw new EngineError('empty_body');
  return json;
}
