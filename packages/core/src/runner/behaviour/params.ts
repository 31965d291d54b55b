import type { BotMessage } from '../../domain/conversation/messages.ts';
import { isJsonList, isJsonObject, type JsonObject, ownMember } from '../../domain/json/json-value.ts';
import { costs } from '../budget/costs.ts';
import type { StepBudget } from '../budget/step-budget.ts';
import { fillText } from '../text/fill-text.ts';
import { isBlank } from '../text/is-blank.ts';
import type { ExecutionContext } from './block-behaviour.ts';

/** A text as the author wrote it; empty when the param is not a text. */
export function textParam(params: JsonObject, name: string): string {
  const value = ownMember(params, name);
  return typeof value === 'string' ? value : '';
}

/** A text with the Fields filled in. */
export function filledParam({ params, fields, limits, budget }: ExecutionContext, name: string): string {
  return fillText(textParam(params, name), fields, limits.textLength, budget);
}

/** A text message with the Fields filled in; none without visible characters. @spec RN35 */
export function spokenParam(context: ExecutionContext, name: string): readonly BotMessage[] {
  return sayText(filledParam(context, name), context.budget);
}

/** A text message; none without visible characters. @spec RN35 */
export function sayText(body: string, budget: StepBudget): readonly BotMessage[] {
  return isBlank(body, budget) ? [] : [{ type: 'text', body }];
}

/** The entries of a list that are objects; others are ignored. */
export function entriesParam(params: JsonObject, name: string, budget: StepBudget): readonly JsonObject[] {
  const list = ownMember(params, name);
  if (!isJsonList(list)) return [];
  budget.charge(list.length * costs.entry);
  return list.filter((entry) => isJsonObject(entry));
}
