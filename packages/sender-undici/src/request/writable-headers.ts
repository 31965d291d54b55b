import { framingHeaders } from '@botwright/core/ports';

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Tab and the printable characters of Latin-1. A line break would end the header early. */
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Whether a request can be written with these headers: each fits on one line, and none changes the end of the request.
 * Refuses values that would need repair.
 *
 * @spec SN9
 */
export function isWritable(headers: Readonly<Record<string, string>>): boolean {
  return Object.entries(headers).every(
    ([name, value]) => token.test(name) && !framingHeaders.has(name.toLowerCase()) && fieldValue.test(value),
  );
}
