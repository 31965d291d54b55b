/** What frames a request or belongs to the connection: written by the sender alone. */
const own: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Tab, and what Latin-1 can show. No line break: nothing can end the header early. */
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Whether a request can be written with these headers, each on its own line and none of them changing where the
 * request ends. Nothing is repaired: a value that would have to be changed is refused.
 *
 * @spec SN9
 */
export function isWritable(headers: Readonly<Record<string, string>>): boolean {
  return Object.entries(headers).every(
    ([name, value]) => token.test(name) && !own.has(name.toLowerCase()) && fieldValue.test(value),
  );
}
