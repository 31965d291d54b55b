import { EngineError } from '@botwright/core';
import type * as v from 'valibot';
import { checkInput } from './check-input.ts';
import { decodePercent } from './decode-percent.ts';

export interface QueryParameter<TSchema extends v.GenericSchema = v.GenericSchema> {
  /** How the text becomes the value that the schema judges. `ignored`: documented, and never looked at. */
  readonly kind: 'string' | 'integer' | 'integer or null' | 'boolean' | 'ignored';
  readonly schema: TSchema;
}

export type QueryShape = Readonly<Record<string, QueryParameter>>;

export type QueryOf<TShape extends QueryShape> = {
  readonly [K in keyof TShape]?: v.InferOutput<TShape[K]['schema']>;
};

/**
 * Reads the parameters that the operation takes, and ignores all others.
 *
 * @param query - Undecoded.
 * @throws {EngineError} `invalid_parameters`
 * @spec HT6, HT40, HT41
 */
export function readQuery<TShape extends QueryShape>(shape: TShape, query: string): QueryOf<TShape> {
  const found: Record<string, unknown> = {};
  if (query === '') return found as QueryOf<TShape>;
  const pairs = splitQuery(query);
  if (pairs === undefined) throw refuse('query', 'Expected percent escapes of UTF-8.');
  for (const [name, text] of pairs) {
    const parameter = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (parameter === undefined || parameter.kind === 'ignored') continue;
    if (Object.hasOwn(found, name)) throw refuse(name, 'Given twice.');
    found[name] = readValue(name, parameter, text);
  }
  return found as QueryOf<TShape>;
}

function readValue(name: string, { kind, schema }: QueryParameter, text: string): unknown {
  try {
    return checkInput(schema, coerce(kind, text));
  } catch (error) {
    throw error instanceof EngineError ? refuse(name, error.message) : error;
  }
}

/** @returns Names and values, decoded; `undefined` when one of them cannot be. A plus is a space. */
export function splitQuery(query: string): readonly (readonly [name: string, text: string])[] | undefined {
  if (query === '') return [];
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

/** Text that does not spell a value of the kind stays text, so that whoever judges it refuses it. */
export function coerce(kind: QueryParameter['kind'], text: string): unknown {
  if (kind === 'integer or null' && text === 'null') return null;
  if (kind === 'integer' || kind === 'integer or null') return /^-?(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : text;
  if (kind === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  return text;
}

function decode(text: string): string | undefined {
  return decodePercent(text.replaceAll('+', '%20'));
}

function refuse(field: string, message: string): EngineError {
  return new EngineError('invalid_parameters', { field, message });
}
