import type { InputObject } from '@botwright/core/inputs';
import type * as v from 'valibot';
import { decodePercent, type MalformedAddress, refuseAddress } from './percent.ts';
import { readInput } from './read-input.ts';

/** The parameters of a query, by the engine's names. */
export type QueryOf<TSchema extends v.GenericSchema> = Partial<v.InferOutput<TSchema>>;

export interface QueryRules {
  /**
   * `checked`: values are checked here, by the schema. `converted`: values are only converted to their types; the
   * engine checks them, because it must first look up the record that they concern.
   */
  readonly query: 'checked' | 'converted';
  readonly malformedAddress: MalformedAddress;
}

/**
 * Reads the parameters that the operation takes, and ignores all others. A parameter that is given twice becomes a
 * list, which no schema accepts.
 *
 * @param schema - An object of `inputObject`; `undefined` when the operation takes no parameters: then a malformed
 *   query is refused only with `checked`.
 * @param query - Undecoded.
 * @throws {EngineError} the code `malformedAddress`; `invalid_parameters`
 * @spec HT6, HT40, HT41, TK11, TK16
 */
export function readQuery(
  schema: v.GenericSchema | undefined,
  query: string,
  { query: rule, malformedAddress }: QueryRules,
): Readonly<Record<string, unknown>> {
  if (query === '' || (schema === undefined && rule === 'converted')) return {};
  const pairs = splitQuery(query);
  if (pairs === undefined) throw refuseAddress(malformedAddress, 'query');
  if (schema === undefined) return {};

  const { entries, options } = schema as v.GenericSchema & InputObject<v.ObjectEntries, object>;
  const found: Record<string, unknown> = {};
  for (const [name, text] of pairs) {
    const parameter = Object.hasOwn(entries, name) ? entries[name] : undefined;
    if (parameter === undefined) continue;
    const value = convert(parameter as ParameterSchema, text);
    found[name] = Object.hasOwn(found, name) ? [found[name], value].flat() : value;
  }
  if (rule === 'checked') return readInput(schema, found, Object.keys(found)) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(found).map(([name, value]) => [options.names?.[name] ?? name, value]));
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
