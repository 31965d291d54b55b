import * as v from 'valibot';
import { isHttpUrl } from '../http-url.ts';
import { type TextBounds, textFault } from '../text.ts';
import { faultMessages } from './fault-messages.ts';
import { datasetOf, emptyInput, type Issue, issueOf, memberPath } from './schema-issue.ts';

/** A fault of an object: the member and the message. */
interface FoundFault {
  /** The path of the member, with dots. */
  readonly field: string;
  /** For people. */
  readonly message: string;
  readonly code?: 'empty_body';
}

/** A schema by its input and output, so that derived types stay short. */
export type SchemaOf<TSchema extends v.GenericSchema> = v.GenericSchema<v.InferInput<TSchema>, v.InferOutput<TSchema>>;

/**
 * Checks rules that types cannot express, after all other checks passed. JSON Schema ignores it as a `check`: describe
 * the rule in metadata.
 *
 * @param find - Returns the faults of a value of the right type, each with its member, or one fault of the whole value.
 * @param options - `besideOthers`: also if other checks found faults; each member gets at most one.
 */
export function checked<const TSchema extends v.GenericSchema>(
  schema: TSchema,
  find: (value: v.InferOutput<TSchema>) => string | readonly FoundFault[] | undefined,
  { besideOthers = false }: { readonly besideOthers?: boolean } = {},
): SchemaOf<TSchema> {
  const check: v.BaseValidation<v.InferOutput<TSchema>, v.InferOutput<TSchema>, Issue> = {
    kind: 'validation',
    type: 'check',
    reference: checked as never,
    expects: null,
    async: false,
    '~run'(dataset) {
      if (!dataset.typed || (dataset.issues !== undefined && !besideOthers)) return dataset as never;
      const input: v.InferOutput<TSchema> = dataset.value;
      const found = find(input) ?? [];
      const faults: readonly FoundFault[] = typeof found === 'string' ? [{ field: '', message: found }] : found;
      const before = dataset.issues ?? [];
      const known = new Set(before.map(({ path = [] }) => path.map(({ key }) => key).join('.')));
      const others = faults.filter(({ field }) => !known.has(field));
      const issues = others.map(({ field, message, code }) =>
        issueOf(input, {
          message,
          ...(code === 'empty_body' && { expected: emptyInput }),
          ...(field !== '' && { path: [memberPath(input as object, field)] }),
        }),
      );
      return datasetOf(input, [...before, ...issues], true);
    },
  };
  return v.pipe(schema, check);
}

/** Describes a member. The specification shows its name or shape. */
export function describedBySpec<const TSchema extends v.GenericSchema>(
  schema: TSchema,
  description: string,
): SchemaOf<TSchema> {
  return described(schema, { description });
}

/** Describes a member whose name or shape the specification does not show. @spec OA6 */
export function describedHere<const TSchema extends v.GenericSchema>(
  schema: TSchema,
  description: string,
): SchemaOf<TSchema> {
  return described(schema, { description, 'x-decided-here': true });
}

/** Adds members to the JSON Schema of a schema. */
export function described<const TSchema extends v.GenericSchema>(
  schema: TSchema,
  metadata: Record<string, unknown>,
): SchemaOf<TSchema> {
  return v.pipe(schema, v.metadata(metadata));
}

type TextSchema = v.GenericSchema<string, string>;

/** An id. Not checked here: a malformed uuid is answered like an unknown one. @spec ER5 */
export const anyId = v.unknown() as unknown as v.GenericSchema<string, unknown>;

/** A text that every store can store; it may be empty. @spec HT38, MS9 */
export function text(bounds: TextBounds = {}): TextSchema {
  return withLength(hostText(bounds), bounds);
}

/** A text with at least one character. */
export function filledText(bounds: TextBounds = {}): TextSchema {
  return withLength(filledHostText(bounds), bounds);
}

/** A text with bounds of the host, which its JSON Schema does not contain. */
export function hostText(bounds: TextBounds): TextSchema {
  return checked(v.string(), (value) => textFault(value, bounds));
}

/** The same, with at least one character. */
export function filledHostText(bounds: TextBounds): TextSchema {
  return checked(v.pipe(v.string(), v.nonEmpty(faultMessages.empty)), (value) => textFault(value, bounds));
}

function withLength(schema: TextSchema, { max }: TextBounds): TextSchema {
  return max === undefined ? schema : described(schema, { maxLength: max });
}

/** A schema of valibot for a safe integer; a number with a fraction is refused. */
export const integer: v.GenericSchema<number, number> = v.pipe(
  v.number(faultMessages.integer),
  v.safeInteger(faultMessages.integer),
);

/** An integer within a range, both ends included. Default of `max`: the largest exact integer. */
export function integerFrom(
  min: number,
  max: number = Number.MAX_SAFE_INTEGER,
  message: string = faultMessages.integerFrom(min, max),
): v.GenericSchema<number, number> {
  return v.pipe(v.number(message), v.safeInteger(message), v.minValue(min, message), v.maxValue(max, message));
}

/**
 * A schema of valibot for one of these texts.
 *
 * @param options - In the order of error messages.
 */
export function oneOf<const TOptions extends readonly string[]>(options: TOptions): v.GenericSchema<TOptions[number]> {
  return v.picklist(options, faultMessages.oneOf(options));
}

/** @spec HK5, MS11 */
export const httpUrl: TextSchema = described(
  checked(v.string(faultMessages.address), (url) => (isHttpUrl(url) ? undefined : faultMessages.address)),
  { format: 'uri' },
);

/** Longer texts are refused as numbers. In UTF-16 units. */
const longestNumber = 64;

/**
 * An angle from `-max` to `max` degrees, or a decimal text of one.
 *
 * @param metadata - Members of the JSON Schema: it lacks rules after the conversion to a number.
 * @spec MS12
 */
export function degrees(
  most: number,
  metadata: Record<string, unknown> = {},
): v.GenericSchema<number | string, number> {
  const message = `Expected a number from ${-most} to ${most}.`;
  const isInRange = v.check((value: number) => value >= -most && value <= most, message);
  const spelled = v.pipe(
    v.string(),
    v.regex(/^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/, message),
    v.maxLength(longestNumber, message),
  );
  const spelledOrNot = v.union(
    [v.pipe(v.number(), v.minValue(-most, message), v.maxValue(most, message)), spelled],
    message,
  );
  return v.pipe(described(spelledOrNot, metadata), v.transform(Number), isInRange);
}
