import { type InputObject, inputObject } from '@botwright/core/inputs';
import * as v from 'valibot';
import { decodePercent, type MalformedAddress, refuseAddress } from './percent.ts';
import { readInput } from './read-input.ts';

export interface QueryRules {
  /** Whether a malformed query is refused even if the operation takes no parameters. */
  readonly refusesUnusedQuery: boolean;
  readonly malformedAddress: MalformedAddress;
}

type AnyInputObject = v.GenericSchema & InputObject<v.ObjectEntries, object>;

/** Whether a schema was made with `inputObject`, perhaps with more actions in a pipe. */
export function isInputObject(schema: v.GenericSchema): schema is AnyInputObject {
  return schema.reference === inputObject;
}

/**
 * A query that is passed to the engine unchecked, by the engine's names: the engine checks it by the same schema, after
 * looking up the record of the query. A value that cannot be converted to its type stays text, and a repeated parameter
 * is a list.
 *
 * @param schema - Made with `inputObject`.
 * @spec TK11
 */
export function engineQuery<const TSchema extends v.GenericSchema>(
  schema: TSchema,
): v.GenericSchema<v.InferInput<TSchema>, Partial<v.InferOutput<TSchema>>> {
  const { names = {} } = (schema as unknown as AnyInputObject).options;
  return v._standardSchema({
    ...(schema as v.GenericSchema<v.InferInput<TSchema>, Partial<v.InferOutput<TSchema>>>),
    '~run'({ value }) {
      const found = Object.entries(value as object).map(([name, each]) => [names[name] ?? name, each]);
      return { typed: true, value: Object.fromEntries(found) as Partial<v.InferOutput<TSchema>> };
    },
  });
}

/**
 * Reads the parameters that the operation takes, and ignores all others. A repeated parameter becomes a list for the
 * schema.
 *
 * @param schema - Made with `inputObject`; `undefined` when the operation takes no parameters.
 * @param query - Undecoded.
 * @throws {EngineError} the code `malformedAddress`; `invalid_parameters`
 * @spec HT6, HT40, HT41, HT55, TK11, TK16
 */
export function readQuery(
  schema: v.GenericSchema | undefined,
  query: string,
  { refusesUnusedQuery, malformedAddress }: QueryRules,
): unknown {
  if (schema === undefined && !refusesUnusedQuery) return {};
  const pairs = splitQuery(query);
  if (pairs === undefined) throw refuseAddress(malformedAddress, 'query');
  if (schema === undefined) return {};

  const { entries } = schema as AnyInputObject;
  const found: Record<string, unknown> = {};
  for (const [name, text] of pairs) {
    const parameter = Object.hasOwn(entries, name) ? entries[name] : undefined;
    if (parameter === undefined) continue;
    const value = convert(parameter as ParameterSchema, text);
    found[name] = Object.hasOwn(found, name) ? [found[name], value].flat() : value;
  }
  return readInput(schema, found, Object.keys(found));
}

/** @returns Names and values, decoded; `undefined` when one of them cannot be decoded. A plus is a space. */
function splitQuery(query: string): readonly (readonly [name: string, text: string])[] | undefined {
  const pairs: (readonly [string, string])[] = [];
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const text = decode(equals === -1 ? '' : pair.slice(equals + 1));
    if (name === undefined || text === undefined) return undefined;
    pairs.push([name, text]);
  }
  return pairs;
}

type ParameterSchema = v.GenericSchema & { readonly wrapped?: ParameterSchema };

/** Text that cannot be converted stays text, and the later check refuses it. */
function convert({ type, wrapped }: ParameterSchema, text: string): unknown {
  if (type === 'nullable' && text === 'null') return null;
  if (wrapped !== undefined) return convert(wrapped, text);
  if (type === 'number') return /^-?(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : text;
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  return text;
}

function decode(text: string): string | undefined {
  return decodePercent(text.replaceAll('+', '%20'));
}
