/**
 * Tells whether the caller asked for the short answer of a draft write. Preferences that we do not know are
 * ignored.
 *
 * @spec HT45
 */
export function prefersMinimal(header: string | null | undefined): boolean {
  if (header === null || header === undefined) return false;
  return header.split(',').some((preference) => /^\s*return\s*=\s*("minimal"|minimal)\s*(;.*)?$/i.test(preference));
}
