/** Names that Windows keeps for devices, whatever the ending of the file. */
const reserved = /^(?:con|prn|aux|nul|(?:com|lpt)\d)$/i;

/**
 * Whether something is an id of a bot or a version. It becomes part of a path and of an address, so that nothing else is
 * taken for one, whoever says it.
 *
 * @spec PU21
 */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(value) && !reserved.test(value);
}
