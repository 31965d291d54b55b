/** Needs no normalising, which costs more than all the rest. */
const asciiAlone = /^[\0-\x7f]*$/;

/**
 * Folds a text as `foldText` of `@botwright/core` does. It is a copy: what a file holds was folded once, and must
 * stay findable until a migration folds it anew.
 *
 * @spec CU46, CU50
 */
export function foldText(text: string): string {
  if (asciiAlone.test(text)) return text.toLowerCase();
  return text.normalize('NFC').toLowerCase().normalize('NFC').replaceAll('ς', 'σ');
}
