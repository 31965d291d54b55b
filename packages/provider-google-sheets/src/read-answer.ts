import { ProviderError } from '@botwright/core';
import * as v from 'valibot';

/** @throws {ProviderError} `unavailable` for what is not as documented. */
export function readAnswer<Schema extends v.GenericSchema>(schema: Schema, answer: unknown): v.InferOutput<Schema> {
  const read = v.safeParse(schema, answer);
  if (!read.success) throw new ProviderError('unavailable', 'Google answered in a shape that is not documented.');
  return read.output;
}
