import { hasVisibleText } from '../../domain/visible-text.ts';
import { costs } from '../budget/costs.ts';
import type { StepBudget } from '../budget/step-budget.ts';

/**
 * Whether nothing of a text is seen.
 *
 * @spec RN121, RN135
 */
export function isBlank(text: string, budget: StepBudget): boolean {
  const first = text.charCodeAt(0);
  // Most texts begin with a printable character of ASCII.
  if (first > 0x20 && first < 0x7f) return false;
  budget.charge(text.length * costs.searchedCharacter);
  return !hasVisibleText(text);
}
