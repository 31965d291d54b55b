import { framingHeaders } from '@botwright/core/ports';

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Tab and the printable characters of Latin-1. A line break would end the header early, so there is none. */
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Whether a request can be written with these headers: each fits on its own line, and none changes where the request
 * ends. Nothing is repaired; a value that would have to be changed is refused.
 *
 * @spec SN9
 */
export function isWritable(headers: Readonly<Record<string, string>>): boolean {
  return Object.entries(headers).every(
    ([name, value]) => token.test(name) && !framingHeaders.has(name.toLowerCase()) && fieldValue.test(value),
  );
}
