import { closestMatch } from 'leven';

/** UTF-16 units: longer names are no typos of short ones, and take time to compare. */
const longest = 64;

/** Finds the name that was probably meant: the closest one, if no more than a third of its letters differ. */
export function meantName(written: string, names: Iterable<string>): string | undefined {
  if (written.length > longest) return undefined;
  return closestMatch(written, [...names], { maxDistance: Math.max(1, Math.floor(written.length / 3)) });
}
