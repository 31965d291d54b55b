import { costs } from '../work/costs.ts';
import type { Work } from '../work/work.ts';

/**
 * Says whether a text contains another one, in time in proportion to the two, whatever they are: the search of
 * JavaScript takes the product of both for some.
 *
 * @spec RN83, RN121
 */
export function containsText(text: string, sought: string, work: Work): boolean {
  if (sought.length > text.length) return false;
  work.charge((text.length + sought.length) * costs.searchedCharacter);
  // Up to here the product is small.
  return sought.length < 8 ? text.includes(sought) : search(text, sought);
}

/** Knuth, Morris and Pratt: no character of the text is looked at again after one that differed. */
function search(text: string, sought: string): boolean {
  const fallbacks = fallbacksOf(sought);
  let matched = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    while (matched > 0 && sought.charCodeAt(matched) !== unit) matched = fallbacks[matched - 1] as number;
    if (sought.charCodeAt(matched) === unit) matched += 1;
    if (matched === sought.length) return true;
  }
  return false;
}

/** For each place: how much of the beginning the text up to there ends with. */
function fallbacksOf(sought: string): Uint32Array {
  const fallbacks = new Uint32Array(sought.length);
  let matched = 0;
  for (let index = 1; index < sought.length; index += 1) {
    const unit = sought.charCodeAt(index);
    while (matched > 0 && sought.charCodeAt(matched) !== unit) matched = fallbacks[matched - 1] as number;
    if (sought.charCodeAt(matched) === unit) matched += 1;
    fallbacks[index] = matched;
  }
  return fallbacks;
}
