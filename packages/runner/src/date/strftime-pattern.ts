/** Directives of strftime that a form may use, and how date-fns writes them. */
const tokens: ReadonlyMap<string, string> = new Map([
  ['Y', 'yyyy'],
  ['y', 'yy'],
  ['m', 'MM'],
  ['d', 'dd'],
  ['e', 'd'],
  ['j', 'DDD'],
  ['b', 'MMM'],
  ['h', 'MMM'],
  ['B', 'MMMM'],
  ['a', 'EEE'],
  ['A', 'EEEE'],
  ['H', 'HH'],
  ['I', 'hh'],
  ['M', 'mm'],
  ['S', 'ss'],
  ['p', 'a'],
  ['D', 'MM/dd/yy'],
  ['F', 'yyyy-MM-dd'],
  ['T', 'HH:mm:ss'],
  ['R', 'HH:mm'],
]);

/**
 * Translates a form in the notation of strftime, `%d/%m/%Y`, into the pattern that date-fns reads. A dash after
 * the percent sign, `%-d`, means the same: leading zeros are never asked for.
 *
 * @returns `undefined` when the form has a directive that is not known, or none at all.
 * @spec RN62
 */
export function dateFnsPattern(form: string): string | undefined {
  let pattern = '';
  let asksForSomething = false;
  for (const [part, directive] of form.replaceAll('%%', literalPercent).matchAll(/%-?(.)?|[^%]+/gsu)) {
    const isDirective = part.startsWith('%');
    const token = isDirective ? tokens.get(directive ?? '') : quoted(part);
    if (token === undefined) return undefined;
    asksForSomething ||= isDirective;
    pattern += token;
  }
  return asksForSomething ? pattern : undefined;
}

/** Stands for `%%` while directives are told from the text around them. */
const literalPercent = '\u0000';

function quoted(text: string): string {
  return `'${text.replaceAll(literalPercent, '%').replaceAll("'", "''")}'`;
}
