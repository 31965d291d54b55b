import { EngineError } from '@botwright/core';
import type * as v from 'valibot';
import { readInput } from '../request/read-input.ts';

/** The body of an operation: what the OpenAPI document says of it, and how it is read. */
export interface BodyShape<TBody> {
  readonly schema: v.GenericSchema;
  readonly isRequired: boolean;
  /**
   * @param json - `undefined` when there is no body.
   * @throws {EngineError}
   */
  read(json: unknown): TBody;
}

/**
 * A body that must be there, checked by its schema. One that asks for nothing is `empty_body` where the schema says so:
 * `whenEmpty` of `inputObject`.
 *
 * @spec HT33, HT34
 */
export function requiredBody<TSchema extends v.GenericSchema>(schema: TSchema): BodyShape<v.InferOutput<TSchema>> {
  return customBody(schema, (json) => readInput(schema, json));
}

/** A body that may be left out, which is read as `{}`. */
export function optionalBody<TSchema extends v.GenericSchema>(schema: TSchema): BodyShape<v.InferOutput<TSchema>> {
  return { schema, isRequired: false, read: (json) => readInput(schema, json === undefined ? {} : json) };
}

/**
 * A body that must be there, and goes to the engine as it came: the engine checks it.
 *
 * @param schema - For the OpenAPI document.
 * @spec OA2, HT34, HT37
 */
export function engineBody<TBody>(schema: v.GenericSchema): BodyShape<TBody> {
  return customBody(schema, (json) => json as TBody);
}

/** The same, where the body may be left out: then the engine gets `undefined`. */
export function optionalEngineBody<TBody>(schema: v.GenericSchema): BodyShape<TBody | undefined> {
  return { schema, isRequired: false, read: (json) => json as TBody | undefined };
}

/**
 * A body that must be there, with a check of its own.
 *
 * @param schema - For the OpenAPI document.
 */
export function customBody<TBody>(schema: v.GenericSchema, read: (json: unknown) => TBody): BodyShape<TBody> {
  return {
    schema,
    isRequired: true,
    read(json) {
      if (json === undefined) throw new EngineError('empty_body');
      return read(json);
    },
  };
}
