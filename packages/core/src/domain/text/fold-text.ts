/** Needs no normalising, which costs more than all the rest. */
const asciiAlone = /^[\0-\x7f]*$/;

/**
 * Folds a text for search and order, so that every store finds and sorts alike. Lower case has two sigmas, by the
 * place in the word; a part of a word must be found in the whole, so they become one.
 *
 * @spec BO18, CU46
 */
export function foldText(text: string): string {
  if (asciiAlone.test(text)) return text.toLowerCase();
  return text.normalize('NFC').toLowerCase().normalize('NFC').replaceAll('ς', 'σ');
}
