import { ProviderError } from '@botwright/core/ports';
import * as v from 'valibot';

/** @throws {ProviderError} `unavailable` for a response that is not as the service documents it. */
export function readResponse<Schema extends v.GenericSchema>(
  service: string,
  schema: Schema,
  answer: unknown,
): v.InferOutput<Schema> {
  const read = v.safeParse(schema, answer);
  if (!read.success) throw new ProviderError('unavailable', `${service} answered in a shape that is not documented.`);
  return read.output;
}
