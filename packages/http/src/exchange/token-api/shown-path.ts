/** Parameters that stand for a person at the caller's: what is told of a request names the place and not the person. */
const hidden = /\{customer_token\}/;

/**
 * What the host is told in place of a path that a person could be known by: the pattern, and of a path that is not
 * served no more than its first segment below the base.
 *
 * @param base - Such as `/v1`.
 * @param pattern - Below the base; `undefined` when the path is not served.
 * @returns `undefined` when the path may be told as it is.
 * @spec TK20
 */
export function shownPath(path: string, base: string, pattern: string | undefined): string | undefined {
  if (pattern !== undefined) return hidden.test(pattern) ? `${base}${pattern}` : undefined;
  if (!path.startsWith(`${base}/`)) return '/*';
  const [first = ''] = path.slice(base.length + 1).split('/', 1);
  return path.length > base.length + 2 + first.length ? `${base}/${first}/*` : undefined;
}
