import { EngineError, isJsonObject } from '@botwright/core';
import type * as v from 'valibot';
import { checkInput } from '../request/check-input.ts';

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
 * A body of changes: one that asks for none is `empty_body`, as `{}` always is.
 *
 * @param asksForNothing - Whether a well-formed body with members asks for nothing all the same.
 * @spec HT33, HT34
 */
export function changesBody<TSchema extends v.GenericSchema>(
  schema: TSchema,
  asksForNothing: (body: v.InferOutput<TSchema>) => boolean = () => false,
): BodyShape<v.InferOutput<TSchema>> {
  const { read } = requiredBody(schema);
  return {
    schema,
    isRequired: true,
    read(json) {
      const isBare = isJsonObject(json) && Object.keys(json).length === 0;
      const body = isBare ? undefined : read(json);
      if (body === undefined || asksForNothing(body)) throw new EngineError('empty_body');
      return body;
    },
  };
}

/** A body that may be left out, which is read as `{}`. */
export function optionalBody<TSchema extends v.GenericSchema>(schema: TSchema): BodyShape<v.InferOutput<TSchema>> {
  return { schema, isRequired: false, read: (json) => checkInput(schema, json === undefined ? {} : json) };
}
