import type { Fields } from '../../domain/field/field.ts';
import { type FieldBounds, fieldBoundsMessage, findFieldBoundsFault } from '../../domain/field/field-bounds.ts';
import { invalidParameters } from './read-input.ts';

export interface FieldChange {
  readonly before: Fields;
  readonly after: Fields;
  /** Those that are written. */
  readonly names: readonly string[];
  /** Path of the member of the input that wrote this Field. */
  fieldOf(name: string): string;
}

/**
 * Refuses a write that would be too much for one customer.
 *
 * @throws {EngineError} `invalid_parameters`, naming the first Field that does not fit
 * @spec CU61
 */
export function requireFieldBounds(bounds: FieldBounds, { before, after, names, fieldOf }: FieldChange): void {
  const found = findFieldBoundsFault(before, after, names, bounds);
  if (found === undefined) return;
  throw invalidParameters(fieldOf(found.name), fieldBoundsMessage(found.name, found.fault, bounds));
}
