import { EngineError } from '@botwright/core';
import type * as v from 'valibot';
import { checkInput } from './check-input.ts';
import { decodePercent } from './decode-percent.ts';

export interface QueryParameter<TSchema extends v.GenericSchema = v.GenericSchema> {
  /** How the text becomes the value that the schema judges. `ignored`: documented, and never looked at. */
  readonly kind: 'string' | 'integer' | 'boolean' | 'ignored';
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
  for (const pair of query === '' ? [] : query.split('&')) {
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const text = decode(equals === -1 ? '' : pair.slice(equals + 1));

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

/** Text that does not spell a value of the kind stays text, so that the schema refuses it. */
function coerce(kind: QueryParameter['kind'], text: string): unknown {
  if (kind === 'integer') return /^-?(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : text;
  if (kind === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  return text;
}

function decode(text: string): string {
  const decoded = decodePercent(text.replaceAll('+', '%20'));
  if (decoded === undefined) throw refuse('query', 'Expected percent escapes of UTF-8.');
  return decoded;
}

function refuse(field: string, message: string): EngineError {
  return new EngineError('invalid_parameters', { field, message });
}
