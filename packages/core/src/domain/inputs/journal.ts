import * as v from 'valibot';
import { maxFieldNameLength, nameFormFault } from '../field/field.ts';
import { inputObject } from './input-object.ts';
import { checked, filledText, integerFrom } from './members.ts';

/** Fields, or blocks, that one engine redacts. */
const mostRedacted = 1_000;
/** In code points. */
const longestBlockId = 500;

const fieldName = checked(filledText({ max: maxFieldNameLength }), (name) =>
  nameFormFault(name) === undefined
    ? undefined
    : 'Expected the name of a Field, such as email, whose value is @{email}.',
);

/** Each name once. */
function names(name: v.GenericSchema<string, string>) {
  return v.exactOptional(
    v.pipe(
      v.array(name, 'Expected a list of texts.'),
      v.maxLength(mostRedacted, `Expected at most ${mostRedacted} names.`),
      v.check((all) => new Set(all).size === all.length, 'A name is in the list twice.'),
    ),
  );
}

/** The answers that a journal does not have. @spec JR27 */
export const journalRedactionSchema = inputObject({
  fields: names(fieldName),
  blocks: names(filledText({ max: longestBlockId })),
});

/** The option `journal` of an engine. */
export const journalOptionsSchema = inputObject({
  forMs: integerFrom(1),
  redact: v.exactOptional(journalRedactionSchema),
});
