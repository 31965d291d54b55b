import { countCodePoints, isPlainText } from '@botwright/core';
import * as v from 'valibot';

/** A string that every store can hold. @spec HT38 */
export const plainText = v.pipe(v.string(), v.check(isPlainText, 'U+0000 and lone surrogates are not accepted.'));

/** The same with a bound in Unicode code points, which is how JSON Schema counts too. */
export function boundedText(maxLength: number): v.GenericSchema<string> {
  return v.pipe(
    plainText,
    v.check((text) => countCodePoints(text) <= maxLength, `Expected at most ${maxLength} characters.`),
    v.metadata({ maxLength }),
  );
}
