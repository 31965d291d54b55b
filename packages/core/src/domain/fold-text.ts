import { composed, visibleText } from './visible-text.ts';

/** Full folding is slow, and ASCII texts do not need it. */
const asciiAlone = /^[\0-\x7f]*$/;

/**
 * Folds a text for comparison, search and order, so that conversations and all stores compare in the same way: the
 * visible text, without differences of case. One letter can become several, `ß` `ss`; the final sigma is a sigma, and
 * the dotted and the dotless i of Turkish are the same letter. White space around a text stays.
 *
 * Stores contain folded texts: a change of the result needs a migration that folds them again.
 *
 * @spec BO18, CU46, CU50, RN50, RN134
 */
export function foldText(text: string): string {
  const seen = visibleText(text);
  return asciiAlone.test(seen) ? seen.toLowerCase() : foldCase(seen);
}

/**
 * Upper case expands letters (`ß` becomes `SS`), and lower case unifies letters with the same lower case. Lower case
 * comes first for letters such as `ẞ`, whose upper case is not longer.
 */
function foldCase(text: string): string {
  const lower = text.toLowerCase().toUpperCase().toLowerCase();
  return composed(lower.replaceAll('i\u0307', 'i').replaceAll('ς', 'σ').replaceAll('\u02bc', "'"));
}
