/**
 * Refuses an unknown name from the host's code, which types would have found.
 *
 * @param noun - The kind of thing, such as `preset of retries`.
 * @param known - An object with the known names as members.
 * @throws {TypeError} with the name and the known ones.
 * @spec ER10
 */
export function requireOneOf(noun: string, named: unknown, known: object): void {
  if (typeof named === 'string' && Object.hasOwn(known, named)) return;
  const given = typeof named === 'string' ? JSON.stringify(named) : `of type ${typeof named}`;
  throw new TypeError(`There is no ${noun} ${given}. There are: ${Object.keys(known).join(', ')}.`);
}
