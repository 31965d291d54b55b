/**
 * Removes the prefix of a plugin from a path. Counts the segments of the prefix and does not compare them, since a
 * prefix may hold parameters and may match in another case.
 *
 * @param path - Undecoded; lies below the prefix.
 * @spec HA1
 */
export function belowPrefix(prefix: string, path: string): string {
  const segments = prefix.split('/').filter((segment) => segment !== '');
  let start = 0;
  for (let count = 0; count < segments.length && start !== -1; count += 1) start = path.indexOf('/', start + 1);
  return start === -1 ? '/' : path.slice(start);
}
