import type { EffectOutcome, LanguageModelEffect } from '../../domain/conversation/effects.ts';
import type { LanguageModelRequest, ModelFill } from '../../domain/conversation/language-model-request.ts';
import type { Words } from '../../domain/conversation/messages.ts';
import type { Field } from '../../domain/field/field.ts';
import { fieldValueFault } from '../../domain/field/field-value.ts';
import { isJsonObject, type JsonObject, type JsonValue, ownMember } from '../../domain/json/json-value.ts';
import { plainTextOf } from '../../domain/rich-text/rich-text.ts';
import { textFault } from '../../domain/text.ts';
import { costs } from '../budget/costs.ts';
import { jsonLength } from '../budget/json-costs.ts';
import type { StepBudget } from '../budget/step-budget.ts';
import { cutAtSentence } from '../text/cut-at-sentence.ts';
import { fillRichText } from '../text/fill-rich-text.ts';
import { isBlank } from '../text/is-blank.ts';
import type { ExecutionContext } from './block-behaviour.ts';
import { type Transition, waitForResult } from './transition.ts';

/** A request, with its texts filled. */
interface ModelQuestion
  extends Pick<LanguageModelEffect, 'model' | 'history' | 'isSaid' | 'late' | 'temperature' | 'maxTokens'>,
    Partial<Pick<LanguageModelRequest, 'fills' | 'tools'>> {
  /** Of the author: the message of the system. */
  readonly instructions: string;
  /** Of the visitor: the last message of the user. */
  readonly input: string;
}

/**
 * Asks a language model, and waits for its answer.
 *
 * @param memory - Passed back to the block in its context.
 * @spec LM3, LM4
 */
export function askModel(
  { budget }: ExecutionContext,
  { instructions, input, ...question }: ModelQuestion,
  memory: JsonObject = {},
): Transition {
  const messages = [
    { role: 'system', text: instructions },
    { role: 'user', text: input },
  ] as const;
  const asked = messages.filter(({ text }) => !isBlank(text, budget));
  return waitForResult({ kind: 'language_model', fills: [], tools: [], ...question, messages: asked }, {}, memory);
}

/** The usable answer of a model. */
interface ModelAnswer {
  /** Without white space around it, cut; empty when there is none. */
  readonly text: string;
  /** The values of the fills, or of the fills of the tool, by name. */
  readonly fields: ReadonlyMap<string, Field>;
  /** Name of the called tool. */
  readonly tool?: string;
}

/** The longest answer, in Unicode code points. */
const maxAnswerLength = 10_000;
/** UTF-16 units of an answer that are read: more than the longest answer has. */
const maxReadLength = 3 * maxAnswerLength;

/**
 * Reads the answer to a question.
 *
 * @returns `undefined` for a failure, an empty answer, a value of another type than its fill, a missing value, and a
 *   tool that was not offered.
 * @spec LM5, LM6, LM7
 */
export function readModelAnswer(
  { budget }: ExecutionContext,
  outcome: EffectOutcome,
  { fills, tools }: Pick<LanguageModelRequest, 'fills' | 'tools'>,
): ModelAnswer | undefined {
  const answer = outcome.ok ? outcome.value : undefined;
  if (!isJsonObject(answer)) return undefined;
  const written = ownMember(answer, 'text') ?? '';
  if (typeof written !== 'string') return undefined;
  const bounded = written.slice(0, maxReadLength);
  budget.charge(bounded.length * costs.searchedCharacter);
  if (textFault(bounded.toWellFormed(), { marks: 64 }) !== undefined) return undefined;
  const text = cutAtSentence(bounded.toWellFormed().trim(), maxAnswerLength);

  const called = ownMember(answer, 'tool') ?? undefined;
  if (called === undefined) {
    const fields = readFills(fills, ownMember(answer, 'fields'), budget);
    if (fields === undefined || (fields.size === 0 && isBlank(text, budget))) return undefined;
    return { text, fields };
  }
  const name = isJsonObject(called) ? ownMember(called, 'name') : undefined;
  budget.charge(tools.length * costs.element);
  const tool = tools.find((each) => each.name === name);
  const fields = tool && isJsonObject(called) ? readFills(tool.fills, ownMember(called, 'fields'), budget) : undefined;
  return tool === undefined || fields === undefined ? undefined : { text, fields, tool: tool.name };
}

/** @returns `undefined` when a value is missing, or has another type. */
function readFills(
  fills: readonly ModelFill[],
  given: JsonValue | undefined,
  budget: StepBudget,
): ReadonlyMap<string, Field> | undefined {
  const values: JsonObject | undefined =
    given === undefined || given === null ? {} : isJsonObject(given) ? given : undefined;
  if (values === undefined) return undefined;
  jsonLength(values, budget);
  const fields = new Map<string, Field>();
  for (const fill of fills) {
    budget.charge(costs.entry);
    const value = ownMember(values, fill.name);
    if (value === undefined || value === null) {
      if (fill.required) return undefined;
      continue;
    }
    const field = fieldOf(fill, value);
    if (field === undefined) return undefined;
    fields.set(fill.name, field);
  }
  return fields;
}

const fieldTypes = {
  string: 'string',
  integer: 'integer',
  number: 'float',
  boolean: 'boolean',
  date: 'date',
  list: 'array',
} as const;

function fieldOf({ type, oneOf }: ModelFill, value: JsonValue): Field | undefined {
  const fieldType = fieldTypes[type];
  if (fieldValueFault(fieldType, value) !== undefined) return undefined;
  if (type === 'date' && !/^\d{4}-\d{2}-\d{2}$/.test(value as string)) return undefined;
  if (oneOf !== undefined && !oneOf.includes(value as string)) return undefined;
  return { type: fieldType, value };
}

/**
 * The words of a text that no author wrote: references in it are text.
 *
 * @spec LM9
 */
export function wordsOfModel({ limits, budget }: ExecutionContext, text: string, isMarkdown: boolean): Words {
  if (!isMarkdown) return { body: text };
  budget.charge(text.length * costs.searchedCharacter);
  const names = [...text.matchAll(/@\{([^{}]*)\}/g)].map(([written, name = '']) => [name, written] as const);
  const echo = Object.fromEntries(names.map(([name, value]) => [name, { type: 'string', value }] as const));
  const rich = fillRichText(text, echo, limits.textLength, budget);
  return { body: plainTextOf(rich), rich };
}
