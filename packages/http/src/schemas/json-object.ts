import { isJsonObject } from '@botwright/core';
import * as v from 'valibot';

type ObjectOf<TEntries extends v.ObjectEntries> = v.SchemaWithPipe<
  readonly [
    v.CustomSchema<object, v.ErrorMessage<v.CustomIssue> | undefined>,
    v.StrictObjectSchema<TEntries, undefined>,
  ]
>;

/**
 * An object with these members and no others. On its own `strictObject` would take a list too.
 *
 * @spec HT35, HT37
 */
export function objectOf<const TEntries extends v.ObjectEntries>(entries: TEntries): ObjectOf<TEntries> {
  return v.pipe(v.custom<object>(isJsonObject, 'Expected an object.'), v.strictObject(entries));
}
