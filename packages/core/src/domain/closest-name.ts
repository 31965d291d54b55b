import { closestMatch } from 'leven';

/** UTF-16 units: longer names are improbable typos, and take time to compare. */
const longest = 64;

/**
 * Finds the most similar name: the one with the same letters in another style, such as `channel_family` for
 * `channelFamily`; otherwise the closest one, if at most a third of its letters differ.
 *
 * @spec ER11
 */
export function closestName(written: string, names: Iterable<string>): string | undefined {
  if (written.length > longest) return undefined;
  const all = [...names];
  const letters = lettersOf(written);
  const same = letters === '' ? undefined : all.find((name) => lettersOf(name) === letters);
  return same ?? closestMatch(written, all, { maxDistance: Math.max(1, Math.floor(written.length / 3)) });
}

function lettersOf(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}
