/** A comparison with a text: as a whole, by a part, or by a regular expression. */
export type TextPattern = string | RegExp | { readonly contains: string } | { readonly matches: string };

/** @spec TE21 */
export function matchesText(pattern: TextPattern, text: string): boolean {
  if (typeof pattern === 'string') return text === pattern;
  // `test` keeps state in a pattern with the flag `g` or `y`; `search` does not.
  if (pattern instanceof RegExp) return text.search(pattern) >= 0;
  if ('contains' in pattern) return text.includes(pattern.contains);
  return new RegExp(pattern.matches, 'u').test(text);
}

export function renderPattern(pattern: TextPattern): string {
  if (typeof pattern === 'string') return pattern;
  if (pattern instanceof RegExp) return `(matches) ${pattern}`;
  return 'contains' in pattern ? `(contains) ${pattern.contains}` : `(matches) /${pattern.matches}/`;
}
