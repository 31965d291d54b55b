import { foldText } from '../../domain/fold-text.ts';
import { isJsonList, isJsonObject, type JsonObject, ownMember } from '../../domain/json/json-value.ts';
import { remembered } from '../../domain/remembered.ts';
import { withoutAccents } from '../../domain/without-accents.ts';
import { longestPhrase, mostPhrases, mostPhraseUnits, mostRoutes } from './definition.ts';
import { stopWordsOf } from './stop-words.ts';
import { wordsAsText, wordsIn } from './words-in.ts';

/** The phrases of a block, ready for comparison. */
export interface ReadPhrases {
  /** By folded phrase, the output of its route. */
  readonly exact: ReadonlyMap<string, string>;
  /** By phrase, reduced to its words, the output of its route. */
  readonly whole: ReadonlyMap<string, string>;
  /** The phrases with words, in order. */
  readonly worded: readonly { readonly output: string; readonly words: number }[];
  /** By word, the indexes of the phrases that have it. */
  readonly holders: ReadonlyMap<string, readonly number[]>;
  readonly stopWords: ReadonlySet<string>;
}

/** By the params of the block, as long as its diagram is in memory. */
const known = new WeakMap<JsonObject, ReadPhrases>();

/** @spec UN10 */
export function readPhrases(params: JsonObject): ReadPhrases {
  return remembered(known, params, () => makeReadPhrases(params));
}

function makeReadPhrases(params: JsonObject): ReadPhrases {
  const exact = new Map<string, string>();
  const whole = new Map<string, string>();
  const worded: { output: string; words: number }[] = [];
  const holders = new Map<string, number[]>();
  const stopWords = stopWordsOf(ownMember(params, 'locale'));
  for (const { output, phrase } of phrasesIn(params)) {
    const folded = foldText(phrase).trim();
    const read = readText(folded, stopWords);
    if (read.whole === '') continue;
    if (!exact.has(folded)) exact.set(folded, output);
    if (!whole.has(read.whole)) whole.set(read.whole, output);
    for (const word of read.words) remembered(holders, word, (): number[] => []).push(worded.length);
    worded.push({ output, words: read.words.length });
  }
  return { exact, whole, worded, holders, stopWords };
}

/** A text as it is compared. */
interface ReadText {
  /** Its words; the text itself when it has none. */
  readonly whole: string;
  /** Without stop words, unless it has no others; each once. */
  readonly words: readonly string[];
}

/** @spec UN5, UN7 */
export function readText(folded: string, stopWords: ReadonlySet<string>): ReadText {
  const all = wordsIn(folded);
  const each = [...new Set(all)];
  // `où` is a word of questions, and `ou` is a stop word.
  const telling = each.filter((word) => !stopWords.has(word));
  const words = (telling.length === 0 ? each : telling).map(withoutAccents);
  return { whole: wordsAsText(folded), words: [...new Set(words)] };
}

/** The phrases within the bounds, in order. */
function* phrasesIn(params: JsonObject): Iterable<{ readonly output: string; readonly phrase: string }> {
  const routes = ownMember(params, 'routes');
  if (!isJsonList(routes)) return;
  let units = 0;
  for (const route of routes.slice(0, mostRoutes)) {
    const id = isJsonObject(route) ? ownMember(route, 'id') : undefined;
    const phrases = isJsonObject(route) ? ownMember(route, 'phrases') : undefined;
    if (typeof id !== 'string' || id === '' || !isJsonList(phrases)) continue;
    for (const phrase of phrases.slice(0, mostPhrases)) {
      // A code point has at most two units.
      if (typeof phrase !== 'string' || phrase.length > 2 * longestPhrase) continue;
      units += phrase.length;
      if (units > mostPhraseUnits) return;
      yield { output: `$${id}`, phrase };
    }
  }
}
