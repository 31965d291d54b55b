import { customerFields } from '../customer/record-fields.ts';
import { textFault } from '../input/member-reader.ts';

/** In Unicode code points. */
const maxLength = 255;

/** Keys of a customer in what is answered and sent; a Field of that name would be hidden, or hide them. */
const recordKeys: ReadonlySet<string> = new Set([...customerFields, 'token', 'is_external']);

/** @spec CU10 */
export function isRecordKey(name: string): boolean {
  return recordKeys.has(name);
}

/**
 * Finds why this is no name for a Field, whoever writes it. Case and space are part of a name.
 *
 * @returns `undefined` when it is one.
 * @spec CU9, CU13
 */
export function nameFormFault(name: string): string | undefined {
  const fault = textFault(name, { max: maxLength });
  if (fault !== undefined) return fault;
  if (name.trim() === '') return 'A name has something to read.';
  return /[{}]/.test(name) ? 'A name has no braces.' : undefined;
}

/**
 * Finds why a Field cannot be given this name from outside.
 *
 * @returns `undefined` when it can.
 * @spec CU9, CU10, CU13
 */
export function fieldNameFault(name: string): string | undefined {
  return isRecordKey(name) ? 'The customer itself has a key of this name.' : nameFormFault(name);
}
