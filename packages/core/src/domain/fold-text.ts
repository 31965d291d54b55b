import { composed, visibleText } from './visible-text.ts';

/** ASCII texts need no full folding, which takes longer than the rest. */
const asciiAlone = /^[\0-\x7f]*$/;

/**
 * Folds a text for comparison, search and order, so that the conversations and every store compare alike: the text as
 * people see it, without differences of case. One letter can become several, `ß` `ss`; the final sigma is a sigma, and
 * the dotted and the dotless i of Turkish are the same letter. White space around a text stays.
 *
 * Stores keep folded texts. Whoever changes the result has to write a migration that folds the stored ones again.
 *
 * @spec BO18, CU46, CU50, RN50, RN134
 */
export function foldText(text: string): string {
  const seen = visibleText(text);
  return asciiAlone.test(seen) ? seen.toLowerCase() : foldCase(seen);
}

/**
 * Upper case writes letters out (`ß` becomes `SS`), and lower case makes one letter of those that share it. Lower case
 * comes first for letters such as `ẞ`, of which upper case has no longer form.
 */
function foldCase(text: string): string {
  const lower = text.toLowerCase().toUpperCase().toLowerCase();
  return composed(lower.replaceAll('i\u0307', 'i').replaceAll('ς', 'σ').replaceAll('\u02bc', "'"));
}
