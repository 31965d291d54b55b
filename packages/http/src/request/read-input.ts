import { EngineError } from '@botwright/core';
import { readInput as readWithFaults } from '@botwright/core/inputs';
import type * as v from 'valibot';

/** An error whose fields have the names of the wire format; errors of the engine get them at encoding. */
export class WireError extends EngineError {}

/**
 * Checks and converts input by its schema.
 *
 * @param order - Members whose faults come last, in this order; default: the order of reading.
 * @throws {EngineError} `field_not_described`, `empty_body`, `invalid_parameters`, with every fault; `field` names the
 *   first member at fault.
 * @spec HT16, HT35, HT36
 */
export function readInput<const TSchema extends v.GenericSchema>(
  schema: TSchema,
  input: unknown,
  order: readonly string[] = [],
): v.InferOutput<TSchema> {
  const read = readWithFaults(schema, input);
  if (read.ok) return read.value;
  const faults = read.faults.toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
  throw new WireError(read.code, { faults });
}
