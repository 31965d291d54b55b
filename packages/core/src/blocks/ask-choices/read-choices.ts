import type { VisitorInput } from '../../domain/conversation/messages.ts';
import { type Choice, numberOfChoice } from '../../runner/behaviour/choice-dialog.ts';
import { costs } from '../../runner/budget/costs.ts';
import type { StepBudget } from '../../runner/budget/step-budget.ts';
import { comparableText } from '../../runner/field/comparable-text.ts';

/** Choices that one answer may name, repetitions included. */
const mostNamed = 200;

/** Payload of a page for no choice. */
const nonePayload = '-';

const separator = /[\s,;،؛、]/;

/**
 * Finds the choices that a visitor named: by payloads, one a line; or by labels, words and numbers apart by commas,
 * spaces, semicolons or lines. Where several labels fit, the longest counts.
 *
 * @param none - A word for none of them, besides `0`.
 * @returns In the order offered; `undefined` when part of the answer names no choice.
 * @spec CX15
 */
export function readChoices<T extends Choice>(
  choices: readonly T[],
  message: VisitorInput,
  none: string,
  budget: StepBudget,
): readonly T[] | undefined {
  if (message.type !== 'text') return undefined;
  budget.charge(choices.length * costs.element);
  const pressed = message.payload === undefined ? undefined : pressedChoices(choices, message.payload);
  if (pressed !== undefined) return pressed;

  const names = namesOf(choices, budget);
  const whole = comparableText(message.text, budget);
  const isNone = numberOfChoice(whole) === 0 || (whole !== '' && whole === comparableText(none, budget));
  if (isNone && !names.some(({ name }) => name === whole)) return [];
  const found = new Set<T>();
  let left = mostNamed;
  for (const line of message.text.split(/[\r\n]+/)) {
    const typed = comparableText(line, budget);
    for (let at = 0; at < typed.length; ) {
      if (separator.test(typed.charAt(at))) {
        at += 1;
        continue;
      }
      left -= 1;
      const named = left < 0 ? undefined : longestAt(names, typed, at, budget);
      const end = named === undefined ? endOfWord(typed, at) : at + named.name.length;
      const choice = named?.choice ?? choices[numberOfChoice(typed.slice(at, end)) - 1];
      if (left < 0 || choice === undefined) return undefined;
      found.add(choice);
      at = end;
    }
  }
  return found.size === 0 ? undefined : choices.filter((choice) => found.has(choice));
}

function pressedChoices<T extends Choice>(choices: readonly T[], payload: string): readonly T[] | undefined {
  if (payload === nonePayload) return [];
  const pressed = new Set(payload.split('\n'));
  const found = choices.filter((choice) => pressed.delete(choice.payload));
  return pressed.size === 0 ? found : undefined;
}

interface Name<T> {
  readonly choice: T;
  /** Comparable, not empty. */
  readonly name: string;
}

function namesOf<T extends Choice>(choices: readonly T[], budget: StepBudget): readonly Name<T>[] {
  return choices.flatMap((choice) =>
    [choice.label, ...(choice.words ?? [])].flatMap((written) => {
      const name = comparableText(written, budget);
      return name === '' ? [] : [{ choice, name }];
    }),
  );
}

function longestAt<T>(names: readonly Name<T>[], typed: string, at: number, budget: StepBudget): Name<T> | undefined {
  let longest: Name<T> | undefined;
  for (const each of names) {
    const { length } = each.name;
    budget.charge(costs.element + Math.min(length, typed.length - at) * costs.character);
    if (length <= (longest?.name.length ?? 0) || !typed.startsWith(each.name, at)) continue;
    const after = typed.charAt(at + length);
    if (after === '' || separator.test(after)) longest = each;
  }
  return longest;
}

function endOfWord(typed: string, from: number): number {
  const length = typed.slice(from).search(separator);
  return length < 0 ? typed.length : from + length;
}
