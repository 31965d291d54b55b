import type { EditInput } from '../../domain/edits/input/read-edit-input.ts';
import { EngineError } from '../engine-error.ts';

/**
 * Takes the input of an edit as the use-case's own copy, so that the caller can go on using theirs.
 *
 * @throws {EngineError} `field_not_described`, `invalid_parameters`, `empty_body`
 * @spec DR20, DR22, DR23, DR36, DR38
 */
export function readEdit<T extends object>(read: EditInput<T>): T {
  if (read.ok) return JSON.parse(JSON.stringify(read.value)) as T;
  const { code, field, message } = read.fault;
  throw new EngineError(code, { message, ...(field !== '' && { field }) });
}
