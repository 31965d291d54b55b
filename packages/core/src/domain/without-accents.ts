/** Marks of the Latin, Greek and Cyrillic scripts. Those of other scripts make another letter. */
const accents = /[\u0300-\u036f]/g;

/** A word without the accents that people leave out when they type. */
export function withoutAccents(text: string): string {
  return /[^\0-\x7f]/.test(text) ? text.normalize('NFD').replace(accents, '').normalize('NFC') : text;
}
