import type { DialogMessage, VisitorInput } from '@botwright/core/conversation';
import { costs } from '../budget/costs.ts';
import type { StepBudget } from '../budget/step-budget.ts';
import { comparableText } from '../field/comparable-text.ts';

/** One answer that can be pressed. */
export interface Choice {
  readonly payload: string;
  readonly label: string;
}

/** @spec RN34 */
export function choiceDialog(title: string, choices: readonly Choice[]): DialogMessage {
  return {
    type: 'dialog',
    title,
    buttons: choices.map(({ label }) => label),
    payloads: choices.map(({ payload }) => payload),
  };
}

/**
 * Finds the answer that a visitor chose: by the payload of the button, else by its label, else by its number,
 * counted from 1.
 *
 * @spec RN66
 */
export function findChoice<T extends Choice>(
  choices: readonly T[],
  message: VisitorInput,
  budget: StepBudget,
): T | undefined {
  if (message.type !== 'text') return undefined;
  budget.charge(choices.length * costs.element);
  const pressed = choices.find(({ payload }) => payload === message.payload);
  if (pressed !== undefined) return pressed;
  const typed = comparableText(message.text, budget);
  const named = typed === '' ? undefined : choices.find(({ label }) => comparableText(label, budget) === typed);
  return named ?? (/^\d{1,3}$/.test(typed) ? choices[Number(typed) - 1] : undefined);
}
