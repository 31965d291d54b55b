import { EngineError } from '@botwright/core';
import { readInput as readWithFaults } from '@botwright/core/inputs';
import type * as v from 'valibot';

/**
 * Reads what a caller sent by its schema.
 *
 * @throws {EngineError} `field_not_described`, `empty_body`, `invalid_parameters`, with every fault; `field` names the
 *   first member at fault.
 * @spec HT16, HT35, HT36
 */
export function readInput<const TSchema extends v.GenericSchema>(
  schema: TSchema,
  input: unknown,
): v.InferOutput<TSchema> {
  const read = readWithFaults(schema, input);
  if (read.ok) return read.value;
  throw new EngineError(read.code, { faults: read.faults });
}
