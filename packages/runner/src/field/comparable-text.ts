import { costs } from '../budget/costs.ts';
import type { StepBudget } from '../budget/step-budget.ts';

/** Texts with more combining marks in a row are not normalised: sorting marks takes time by their square. */
const maxMarks = 64;

/**
 * The text without what people do not see as a difference: case, white space around it, and whether a letter is
 * composed of several characters. A text with more than 64 combining marks in a row keeps its letters as composed.
 *
 * @spec RN50
 */
export function comparableText(text: string, budget: StepBudget): string {
  budget.charge(text.length * costs.character);
  if (/^[\0-\x7f]*$/.test(text)) return text.trim().toLowerCase();
  budget.charge(text.length * costs.foldedCharacter);
  return (hasLongRun(text) ? text : text.normalize('NFC')).trim().toLowerCase();
}

function hasLongRun(text: string): boolean {
  for (const [run] of text.matchAll(/\p{M}+/gu)) {
    if (run.length > maxMarks && (run.length > 2 * maxMarks || [...run].length > maxMarks)) return true;
  }
  return false;
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
  // With so short a text the product is small.
  return sought.length < 8 ? text.includes(sought) : search(text, sought);
}

/** The algorithm of Knuth, Morris and Pratt, which never goes back in the text. */
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
