import type { InputRead } from '../../domain/input/input-fault.ts';
import { maxFaults } from '../../domain/input/member-reader.ts';
import { EngineError } from '../engine-error.ts';

/**
 * Takes what the domain read of an input.
 *
 * @throws {EngineError} `invalid_parameters` with every fault, up to 100
 * @spec ER8, MS6, MS45
 */
export function takeRead<T>(read: InputRead<T>): T {
  if (read.ok) return read.value;
  const faults = read.faults.slice(0, maxFaults);
  const [first] = faults;
  throw new EngineError('invalid_parameters', {
    faults,
    ...(first !== undefined && { message: first.message }),
    ...(first !== undefined && first.field !== '' && { field: first.field }),
  });
}
