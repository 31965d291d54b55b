import type { JsonObject } from '../../domain/json/json-value.ts';
import { costs } from '../../runner/budget/costs.ts';
import type { StepBudget } from '../../runner/budget/step-budget.ts';
import { comparableText } from '../../runner/field/comparable-text.ts';
import { readPhrases, readText } from './read-phrases.ts';

/** UTF-16 units of a text in which words are sought. */
const longestSearched = 1_000;

/**
 * Finds the route of a text: the first one with an equal phrase, else the one with the phrase of whose words the
 * greatest share is in the text, at least 0.6. The order of the diagram decides between equal shares.
 *
 * @returns The output of the route.
 * @spec UN4, UN5, UN8, UN9
 */
export function understandWords(params: JsonObject, text: string, budget: StepBudget): string | undefined {
  const searched = comparableText(text, budget).slice(0, longestSearched);
  budget.charge(searched.length * costs.element);
  const { exact, whole, worded, holders, stopWords } = readPhrases(params);
  const typed = readText(searched, stopWords);
  const equal = exact.get(searched) ?? whole.get(typed.whole);
  if (equal !== undefined) return equal;

  /** By index of a phrase, the number of its words in the text. */
  const found = new Map<number, number>();
  for (const word of typed.words) {
    const held = holders.get(word) ?? [];
    budget.charge((1 + held.length) * costs.element);
    for (const index of held) found.set(index, (found.get(index) ?? 0) + 1);
  }

  budget.charge(found.size * costs.element);
  let best: { readonly index: number; readonly found: number; readonly words: number } | undefined;
  for (const [index, count] of found) {
    const words = worded[index]?.words ?? 0;
    if (5 * count < 3 * words) continue;
    const lead = best === undefined ? 1 : count * best.words - best.found * words;
    if (best === undefined || lead > 0 || (lead === 0 && index < best.index)) best = { index, found: count, words };
  }
  return best && worded[best.index]?.output;
}
