import { isMarkdown } from '../../domain/blocks/text-format.ts';
import type { BotMessage, Words } from '../../domain/conversation/messages.ts';
import { isJsonList, isJsonObject, type JsonObject, ownMember } from '../../domain/json/json-value.ts';
import { appendText, plainTextOf } from '../../domain/rich-text/rich-text.ts';
import { costs } from '../budget/costs.ts';
import type { StepBudget } from '../budget/step-budget.ts';
import { fillRichText } from '../text/fill-rich-text.ts';
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

/**
 * The words of a text that visitors read, with the Fields filled in: with markup where the block's format is markdown.
 *
 * @spec RX1, RX2
 */
export function wordsOf({ params, fields, limits, budget }: ExecutionContext, template: string): Words {
  if (!isMarkdown(params)) return { body: fillText(template, fields, limits.textLength, budget) };
  const rich = fillRichText(template, fields, limits.textLength, budget);
  return { body: plainTextOf(rich), rich };
}

/** Adds text at the end. */
export function withText({ body, rich }: Words, text: string): Words {
  if (rich === undefined) return { body: body + text };
  const longer = appendText(rich, text);
  return { body: plainTextOf(longer), rich: longer };
}

/** The words of a param: see `wordsOf`. */
export function wordsParam(context: ExecutionContext, name: string): Words {
  return wordsOf(context, textParam(context.params, name));
}

/** A text message with the Fields filled in; none without visible characters. @spec RN35 */
export function spokenParam(context: ExecutionContext, name: string): readonly BotMessage[] {
  return sayWords(wordsParam(context, name), context.budget);
}

/** A text message; none without visible characters. @spec RN35 */
export function sayWords(words: Words, budget: StepBudget): readonly BotMessage[] {
  return isBlank(words.body, budget) ? [] : [{ type: 'text', ...words }];
}

/** A text message without markup; none without visible characters. @spec RN35 */
export function sayText(body: string, budget: StepBudget): readonly BotMessage[] {
  return sayWords({ body }, budget);
}

/** The entries of a list that are objects; others are ignored. */
export function entriesParam(params: JsonObject, name: string, budget: StepBudget): readonly JsonObject[] {
  const list = ownMember(params, name);
  if (!isJsonList(list)) return [];
  budget.charge(list.length * costs.entry);
  return list.filter((entry) => isJsonObject(entry));
}
