import type { DialogMessage, VisitorInput, Words } from '../../domain/conversation/messages.ts';
import { costs } from '../budget/costs.ts';
import type { StepBudget } from '../budget/step-budget.ts';
import { comparableText } from '../field/comparable-text.ts';

/** One answer that can be pressed. */
export interface Choice {
  readonly payload: string;
  readonly label: string;
  /** Other words for the label. */
  readonly words?: readonly string[];
}

/** @spec RN34 */
export function choiceDialog({ body, rich }: Words, choices: readonly Choice[]): DialogMessage {
  return {
    type: 'dialog',
    title: body,
    ...(rich !== undefined && { rich }),
    buttons: choices.map(({ label }) => label),
    payloads: choices.map(({ payload }) => payload),
  };
}

/**
 * Finds the answer that a visitor chose: by the payload of the button, then by its label, its words, and its number,
 * counted from 1.
 *
 * @param shown - The choices that have numbers.
 * @spec RN66, RN136, CX9
 */
export function findChoice<T extends Choice>(
  choices: readonly T[],
  message: VisitorInput,
  budget: StepBudget,
  shown: readonly T[] = choices,
): T | undefined {
  if (message.type !== 'text') return undefined;
  budget.charge(choices.length * costs.element);
  const pressed = choices.find(({ payload }) => payload === message.payload);
  if (pressed !== undefined) return pressed;
  const typed = comparableText(message.text, budget);
  const isTyped = (text: string): boolean => typed !== '' && comparableText(text, budget) === typed;
  return (
    choices.find(({ label }) => isTyped(label)) ??
    choices.find(({ words }) => words?.some(isTyped)) ??
    shown[numberOfChoice(typed) - 1]
  );
}

/** As lists are numbered in any script: `2`, `2.`, `2)`, `(2)`, `#2`, `2。`, `2、`, `2º`. */
const numberForm = /^[#([{<【〔「"]? ?(\d{1,3}) ?[.:;,)\]}>】〕」"。、،।۔-]?$/;

/** UTF-16 units. */
const longestNumber = 16;

/** @returns `NaN` for a text that is not the number of a choice. */
export function numberOfChoice(typed: string): number {
  if (typed.length > longestNumber) return Number.NaN;
  const plain = plainCircledNumbers(typed)
    .replace('🔟', '10')
    .replace(/(?<=\d ?)[º°ª]$/, '');
  return Number(numberForm.exec(plain.normalize('NFKC'))?.[1]);
}

/** Numbers in black or double circles, in dingbats, and a circle around the character before it. NFKC leaves them. */
const circled = /[\u24eb-\u24fe\u2776-\u2793]|\u20dd/g;

/**
 * Writes the numbers in circles that NFKC leaves as they are with plain digits.
 *
 * @spec RN136
 */
function plainCircledNumbers(text: string): string {
  return text.replace(circled, (character) => {
    const code = character.charCodeAt(0);
    if (code >= 0x2776) return String(((code - 0x2776) % 10) + 1);
    if (code >= 0x24f5) return String(code - 0x24f5 + 1);
    return code >= 0x24eb ? String(code - 0x24eb + 11) : '';
  });
}
