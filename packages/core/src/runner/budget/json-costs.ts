import type { ExpectedInput } from '../../domain/conversation/conversation-state.ts';
import type { BotMessage } from '../../domain/conversation/messages.ts';
import { jsonBytes } from '../../domain/json/json-bytes.ts';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from '../../domain/json/json-value.ts';
import type { EffectRequest } from '../behaviour/transition.ts';
import { costs } from './costs.ts';
import type { StepBudget } from './step-budget.ts';

/**
 * Counts the characters that a value has as JSON, escapes left out, and charges for writing it.
 *
 * @param most - Counting ends as soon as there are more.
 * @spec RN121
 */
export function jsonLength(value: JsonValue, budget: StepBudget, most: number = Number.POSITIVE_INFINITY): number {
  const pending: JsonValue[] = [value];
  let length = 0;
  for (let next = pending.pop(); next !== undefined && length <= most; next = pending.pop()) {
    budget.charge(costs.element);
    length += 2;
    if (typeof next === 'string') {
      budget.charge(next.length * costs.encodedCharacter);
      length += next.length;
    } else if (isJsonList(next)) {
      budget.charge(next.length * costs.element);
      for (const entry of next) pending.push(entry);
    } else if (isJsonObject(next)) {
      length += pushMembers(next, pending, budget);
    }
  }
  return length;
}

function pushMembers(object: JsonObject, pending: JsonValue[], budget: StepBudget): number {
  let length = 0;
  for (const key of Object.keys(object)) {
    budget.charge(costs.element + key.length * costs.encodedCharacter);
    length += key.length;
    pending.push(object[key] as JsonValue);
  }
  return length;
}

/** Charges for comparing one part of a value: see `isEqualJson`. @spec RN82, RN121 */
export function chargeComparison(part: JsonValue, budget: StepBudget): void {
  budget.charge(costs.element);
  if (isJsonObject(part)) budget.charge(Object.keys(part).length * costs.element);
  else if (typeof part === 'string') budget.charge(part.length * costs.character);
}

/** Charges for the host's cost of storing and sending a message: by the bytes of its JSON. @spec RN121, RN126 */
export function chargeMessage(message: BotMessage, budget: StepBudget): void {
  budget.charge(costs.message);
  // Before the bytes are counted.
  jsonLength(asJson(message), budget);
  budget.charge(jsonBytes(asJson(message)) * costs.output);
}

/** Charges for the content of an effect: by its characters. @spec RN121, RN126 */
export function chargeEffect(request: EffectRequest, budget: StepBudget): void {
  budget.charge(costs.message);
  budget.charge(jsonLength(asJson(request), budget) * costs.output);
}

/** Charges for storing how a question expects its answer, which it returns. @spec RN121 */
export function chargeExpected(expected: ExpectedInput, budget: StepBudget): ExpectedInput {
  budget.charge(jsonLength(asJson(expected), budget) * costs.output);
  return expected;
}

/** Messages and effects are JSON, which their types do not say. */
function asJson(parts: object): JsonObject {
  return parts as JsonObject;
}
