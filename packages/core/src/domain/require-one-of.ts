/**
 * Ends a call that names something which there is not: a mistake in the host's code that its types would have found.
 *
 * @param what - What is named, such as `preset of retries`.
 * @param known - Has what there is as its members.
 * @throws {TypeError} that says what was named and what there is.
 * @spec ER10
 */
export function requireOneOf(what: string, named: unknown, known: object): void {
  if (typeof named === 'string' && Object.hasOwn(known, named)) return;
  const given = typeof named === 'string' ? JSON.stringify(named) : `of type ${typeof named}`;
  throw new TypeError(`There is no ${what} ${given}. There are: ${Object.keys(known).join(', ')}.`);
}
