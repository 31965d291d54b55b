import * as v from 'valibot';

/** An object with these members and no others; lists are refused, although JavaScript calls them objects. */
export function members<const TEntries extends v.ObjectEntries>(
  entries: TEntries,
): v.SchemaWithPipe<
  readonly [
    v.CustomSchema<object, v.ErrorMessage<v.CustomIssue> | undefined>,
    v.StrictObjectSchema<TEntries, undefined>,
  ]
> {
  return v.pipe(
    v.custom<object>(
      (input) => typeof input === 'object' && input !== null && !Array.isArray(input),
      'must be an object',
    ),
    v.strictObject(entries),
  );
}

export const whole = v.pipe(v.number(), v.safeInteger('must be a whole number'), v.minValue(0, 'must not be negative'));

/** Names and the like: text that every store and every header can hold. */
export const plainText = v.pipe(
  v.string(),
  v.regex(/^(?!\s)[^\p{Cc}\p{Cs}]+(?<!\s)$/u, 'must be plain text that neither begins nor ends with a space'),
  v.maxLength(100, 'must have 100 characters at most'),
);

const shortestToken = 16;

/** A token is sent in a header, which holds only visible ASCII. @spec CF8 */
export const token = v.pipe(
  v.string(),
  v.minLength(shortestToken, `must have ${shortestToken} characters at least`),
  v.regex(/^[\x21-\x7e]*$/, 'must be visible ASCII characters without spaces'),
);
