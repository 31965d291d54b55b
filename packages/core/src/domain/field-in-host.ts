/** Scheme, host and port of an address, up to the path. */
const origin = /^\s*(?:[^:/?#@{}]*:\/\/)?(?:@\{[^{}]*\}|[^/?#])*/;

/** The names of the Fields in the scheme or the host of a written address: `site` in `https://@{site}/a?b=@{b}`. */
export function fieldsInHost(address: string): readonly string[] {
  const [before = ''] = origin.exec(address) ?? [];
  return [...before.matchAll(/@\{([^{}]+)\}/g)].map(([, name = '']) => name);
}

/** Whether a Field decides to whom an address leads. @spec LG24 */
export function hasFieldInHost(address: string): boolean {
  return fieldsInHost(address).length > 0;
}
