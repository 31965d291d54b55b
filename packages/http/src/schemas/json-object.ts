import { isJsonObject, type JsonObject } from '@botwright/core';
import * as v from 'valibot';

/**
 * Any JSON object, taken as it is. Its keys are plain data: nothing copies them, so none can reach a prototype.
 *
 * @spec HT37
 */
export const anyObject = v.pipe(
  v.custom<JsonObject>(isJsonObject, 'Expected an object.'),
  v.metadata({ type: 'object', additionalProperties: true }),
);

type ObjectOf<TEntries extends v.ObjectEntries> = v.SchemaWithPipe<
  readonly [
    v.CustomSchema<object, v.ErrorMessage<v.CustomIssue> | undefined>,
    v.StrictObjectSchema<TEntries, undefined>,
  ]
>;

/** An object with these members and no others. */
export function objectOf<const TEntries extends v.ObjectEntries>(entries: TEntries): ObjectOf<TEntries> {
  return v.pipe(v.custom<object>(isJsonObject, 'Expected an object.'), v.strictObject(entries));
}

export const finiteNumber = v.pipe(v.number(), v.finite('Expected a finite number.'));
