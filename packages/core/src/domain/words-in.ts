/** Runs of letters, marks and digits of one kind: of scripts that put no space between words, or of the others. */
const runs =
  /(?<unspaced>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]+)|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc])[\p{L}\p{M}\p{N}])+/gu;

/**
 * The words of a folded text, in order. Where words have no space between them, as in Chinese and Thai, and where
 * particles are joined to words, as in Korean, each pair of neighbouring characters is a word.
 *
 * @spec UN6
 */
export function wordsIn(folded: string): readonly string[] {
  return [...folded.matchAll(runs)].flatMap(([run, unspaced]) => (unspaced === undefined ? [run] : pairsIn(unspaced)));
}

/** Marks of the Latin, Greek and Cyrillic scripts. Those of other scripts make another letter. */
const accents = /[\u0300-\u036f]/g;

/** A word without the accents that people leave out when they type. */
export function withoutAccents(text: string): string {
  return /[^\0-\x7f]/.test(text) ? text.normalize('NFD').replace(accents, '').normalize('NFC') : text;
}

function pairsIn(run: string): readonly string[] {
  const characters = Array.from(run);
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** The words of a folded text as one text, without accents and the signs between words; the text itself without words. */
export function wordsAsText(folded: string): string {
  const all = wordsIn(folded);
  return all.length === 0 ? folded : all.map(withoutAccents).join(' ');
}
