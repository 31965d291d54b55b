import { foldText } from '../../domain/fold-text.ts';
import { visibleText } from '../../domain/visible-text.ts';
import { costs } from '../budget/costs.ts';
import type { StepBudget } from '../budget/step-budget.ts';

/**
 * The text as people see it: see `visibleText`. White space around it does not count.
 *
 * @spec RN134
 */
export function seenText(text: string, budget: StepBudget): string {
  chargeReading(text, budget);
  return visibleText(text).trim();
}

/**
 * The text without differences that do not count when texts are compared: invisible ones, and case.
 *
 * @spec RN50
 */
export function comparableText(text: string, budget: StepBudget): string {
  chargeReading(text, budget);
  return foldText(text).trim();
}

function chargeReading(text: string, budget: StepBudget): void {
  budget.charge(text.length * costs.character);
  if (!/^[\0-\x7f]*$/.test(text)) budget.charge(text.length * costs.foldedCharacter);
}

/**
 * Whether a text contains another one. Takes time in proportion to the sum of their lengths, while `includes` of
 * JavaScript takes the product for some texts.
 *
 * @spec RN83, RN121
 */
export function containsText(text: string, sought: string, budget: StepBudget): boolean {
  if (sought.length > text.length) return false;
  budget.charge((text.length + sought.length) * costs.searchedCharacter);
  return indexOfText(text, sought) >= 0;
}

/**
 * The index of the first occurrence, like `indexOf` of JavaScript, in time in proportion to the sum of the lengths.
 * Charges nothing.
 *
 * @param from - The first index to look at.
 */
export function indexOfText(text: string, sought: string, from = 0): number {
  if (sought.length > text.length - from) return -1;
  // With so short a text the product is small.
  return sought.length < 8 ? text.indexOf(sought, from) : search(text, sought, from);
}

/** The algorithm of Knuth, Morris and Pratt, which never goes back in the text. */
function search(text: string, sought: string, from: number): number {
  const fallbacks = fallbacksOf(sought);
  let matched = 0;
  for (let index = from; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    while (matched > 0 && sought.charCodeAt(matched) !== unit) matched = fallbacks[matched - 1] as number;
    if (sought.charCodeAt(matched) === unit) matched += 1;
    if (matched === sought.length) return index + 1 - matched;
  }
  return -1;
}

/** For each index: the length of the longest proper prefix that the text up to there ends with. */
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
