import { EngineError, isJsonObject } from '@botwright/core';
import type * as v from 'valibot';
import { checkInput } from '../../exchange/request/check-input.ts';

/** The body of an operation: what the contract tells of it, and how it is read. */
export interface BodyShape<TBody> {
  readonly schema: v.GenericSchema;
  readonly isRequired: boolean;
  /** @param json - `undefined` when there is no body. */
  read(json: unknown): TBody;
}

/**
 * A body that must be there.
 *
 * @spec HT33, HT34
 */
export function requiredBody<TSchema extends v.GenericSchema>(schema: TSchema): BodyShape<v.InferOutput<TSchema>> {
  return {
    schema,
    isRequired: true,
    read(json) {
      if (json === undefined) throw new EngineError('empty_body');
      return checkInput(schema, json);
    },
  };
}

/**
 * A body of changes: `{}` asks for none, and is `empty_body`.
 *
 * @spec HT33, HT34
 */
export function changesBody<TSchema extends v.GenericSchema>(schema: TSchema): BodyShape<v.InferOutput<TSchema>> {
  const { read } = requiredBody(schema);
  return {
    schema,
    isRequired: true,
    read(json) {
      if (isJsonObject(json) && Object.keys(json).length === 0) throw new EngineError('empty_body');
      return read(json);
    },
  };
}

/**
 * A body that goes on as it came, to an engine that judges it by this very schema.
 *
 * @spec OA2, HT34, HT37
 */
export function engineBody<TBody>(schema: v.GenericSchema<unknown, object>): BodyShape<TBody> {
  return {
    schema,
    isRequired: true,
    read(json) {
      if (json === undefined) throw new EngineError('empty_body');
      return json as TBody;
    },
  };
}

/** A body that may be left out, which is read as `{}`. */
export function optionalBody<TSchema extends v.GenericSchema>(schema: TSchema): BodyShape<v.InferOutput<TSchema>> {
  return { schema, isRequired: false, read: (json) => checkInput(schema, json === undefined ? {} : json) };
}
