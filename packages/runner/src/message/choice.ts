import { foldText } from '../field/fold-text.ts';
import { costs } from '../work/costs.ts';
import type { Work } from '../work/work.ts';
import type { DialogMessage, VisitorMessage } from './message.ts';

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
  message: VisitorMessage,
  work: Work,
): T | undefined {
  if (message.type !== 'text') return undefined;
  work.charge(choices.length * costs.element);
  const pressed = choices.find(({ payload }) => payload === message.payload);
  if (pressed !== undefined) return pressed;
  const typed = foldText(message.text, work);
  const named = typed === '' ? undefined : choices.find(({ label }) => foldText(label, work) === typed);
  return named ?? (/^\d{1,3}$/.test(typed) ? choices[Number(typed) - 1] : undefined);
}
