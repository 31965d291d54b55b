import * as v from 'valibot';
import { isPlainText } from '../../domain/text/plain-text.ts';
import { EngineError } from '../engine-error.ts';

/**
 * Reads what a caller gave, who may not have been held to the types.
 *
 * @param at - Where the value stands in the whole input, such as `diagram`; it leads the error's `field`.
 * @throws {EngineError} `field_not_described` for a member that nothing describes, `invalid_parameters` for a
 * wrong type or value; `field` names it.
 * @spec ER3, ER4
 */
export function readInput<TSchema extends v.GenericSchema>(
  schema: TSchema,
  input: unknown,
  at = '',
): v.InferOutput<TSchema> {
  const result = v.safeParse(schema, input, { abortEarly: true });
  if (result.success) return result.output;

  const [issue] = result.issues;
  const field = [at, v.getDotPath(issue) ?? ''].filter((part) => part !== '').join('.');
  if (issue.expected === 'never') throw new EngineError('field_not_described', { field });
  throw invalidParameters(
    field,
    issue.kind === 'validation' ? issue.message : `Expected ${issue.expected ?? 'another value'}.`,
  );
}

/**
 * @param field - Empty when the whole input is at fault.
 * @param message - What is wrong, without the name of the field.
 */
export function invalidParameters(field: string, message: string): EngineError {
  return new EngineError('invalid_parameters', { message, ...(field !== '' && { field }) });
}

/** An object type whose members may be left out but are never `undefined`. */
export type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

function withoutUndefined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Defined<T>;
}

/** An object with these members and no others; one that is `undefined` counts as left out. */
export function shape<const TEntries extends v.ObjectEntries>(
  entries: TEntries,
): v.GenericSchema<unknown, Defined<v.InferOutput<v.StrictObjectSchema<TEntries, undefined>>>> {
  return v.pipe(
    v.custom<object>((value) => !Array.isArray(value), 'Expected an object.'),
    v.strictObject(entries),
    v.transform(withoutUndefined),
  );
}

/** A string that every store can hold. */
export const plainText = v.pipe(v.string(), v.check(isPlainText, 'U+0000 and lone surrogates are not accepted.'));
