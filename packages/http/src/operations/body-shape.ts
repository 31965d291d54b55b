import { EngineError } from '@botwright/core';
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
 * A body that must be there. One that says nothing to do is `empty_body`.
 *
 * @param isEmpty - Whether a well-formed body says nothing to do; default: none does.
 * @spec HT13, HT15
 */
export function requiredBody<TSchema extends v.GenericSchema>(
  schema: TSchema,
  isEmpty: (body: v.InferOutput<TSchema>) => boolean = () => false,
): BodyShape<v.InferOutput<TSchema>> {
  return {
    schema,
    isRequired: true,
    read(json) {
      if (json === undefined) throw new EngineError('empty_body');
      const body = checkInput(schema, json);
      if (isEmpty(body)) throw new EngineError('empty_body');
      return body;
    },
  };
}

/** A body that may be left out, which is read as `{}`. */
export function optionalBody<TSchema extends v.GenericSchema>(schema: TSchema): BodyShape<v.InferOutput<TSchema>> {
  return { schema, isRequired: false, read: (json) => checkInput(schema, json === undefined ? {} : json) };
}

export function hasNoMembers(body: object): boolean {
  return Object.keys(body).length === 0;
}
