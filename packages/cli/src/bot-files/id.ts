/** Names that Windows reserves for devices, with any file extension. */
const reserved = /^(?:con|prn|aux|nul|(?:com|lpt)\d)$/i;

/**
 * Whether a value is an id of a bot or a version. Ids become parts of paths and addresses, so a server's values are
 * checked too.
 *
 * @spec PU21
 */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(value) && !reserved.test(value);
}
