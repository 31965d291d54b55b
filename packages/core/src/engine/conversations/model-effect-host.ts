import type { AiAgentEffect, EffectOutcome, LanguageModelEffect } from '../../domain/conversation/effects.ts';
import type { LanguageModelRequest } from '../../domain/conversation/language-model-request.ts';
import type { JsonValue } from '../../domain/json/json-value.ts';
import { isJsonObject, ownMember } from '../../domain/json/json-value.ts';
import { acceptName, textFault } from '../../domain/text.ts';
import type { EffectHost, EffectPlace } from '../../ports/effect-host.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { GrowingAnswers } from './growing-answers.ts';
import { createModelBounds } from './model-bounds.ts';
import { maxTranscript, messagesRead, saidIn } from './transcript.ts';

type ModelParts = Pick<EngineParts, 'storage' | 'clock' | 'limits' | 'metrics' | 'models' | 'conversationUpdates'>;

/**
 * @throws {TypeError} when the option is invalid.
 * @spec LM10
 */
export function readModels(models: Readonly<Record<string, LanguageModel>> = {}): ReadonlyMap<string, LanguageModel> {
  const fault = 'The option models has objects with a function `complete`, by names of 1 to 100 characters.';
  if (!isJsonObject(models)) throw new TypeError(fault);
  const named = new Map<string, LanguageModel>(Object.entries(models));
  for (const [name, model] of named) {
    if (acceptName(name, 100) !== name || typeof model?.complete !== 'function') throw new TypeError(fault);
  }
  return named;
}

/** Messages that an assistant reads of a conversation. */
const assistantHistory = 20;

/** The tokens of an answer of an assistant. */
const assistantTokens = 800;

/**
 * Carries out effects of language models.
 *
 * @spec LM10, LM11, LM12, LM13, LM16, LM17
 */
export function modelEffectHost(parts: ModelParts): EffectHost {
  const bounds = createModelBounds(parts);
  return {
    async carryOut(effect, place) {
      if (effect.kind === 'language_model') return answerOf(effect.model, requestOf(effect), effect, place);
      const { models } = parts;
      if (effect.kind !== 'ai_agent' || effect.assistantId === undefined || !models.has(effect.assistantId)) {
        return 'unhandled';
      }
      const asked = { ...effect, history: assistantHistory, isSaid: true } as const;
      return spokenBy(await answerOf(effect.assistantId, assistantRequest(effect), asked, place));
    },
  };

  async function answerOf(
    name: string,
    request: LanguageModelRequest,
    { id, history, isSaid, late }: Pick<LanguageModelEffect, 'id' | 'history' | 'isSaid' | 'late'>,
    place: EffectPlace,
  ): Promise<EffectOutcome> {
    const model = parts.models.get(name);
    if (model === undefined) return { ok: false, reason: 'no_model' };
    const { lastWord, messages } = await historyOf(parts, place, {
      most: history ?? 0,
      isLastLeftOut: late?.['#last'] !== undefined,
    });
    const whole = { ...request, messages: withHistory(request.messages, messages) };
    const call = await bounds.begin({ ...place, conversation: conversationOf(id), lastWord, request: whole });
    if (!call.isAllowed) return { ok: false, reason: call.reason };
    const growing: ReturnType<GrowingAnswers['begin']> | undefined =
      isSaid === true ? parts.conversationUpdates?.answers.begin(place.customerNumber, id) : undefined;
    let answer: unknown;
    try {
      answer = await untilAborted(place.signal, async () =>
        model.complete(whole, {
          signal: place.signal,
          idempotencyKey: id,
          ...(growing !== undefined && { onText: growing.add }),
        }),
      );
    } finally {
      growing?.end();
      await call.end(answer);
    }
    return outcomeOf(answer);
  }
}

/** The id of an effect ends with its step and its place there. */
function conversationOf(effect: string): string {
  return effect.replace(/\/\d+\/\d+$/, '');
}

function requestOf({ messages, fills, tools, maxTokens, temperature }: LanguageModelEffect): LanguageModelRequest {
  return { messages, fills, tools, maxTokens, ...(temperature !== undefined && { temperature }) };
}

/** @spec LM16 */
function assistantRequest({ exits }: AiAgentEffect): LanguageModelRequest {
  const tools = exits.map(({ id, name }) => ({ name: id, description: name, fills: [] }));
  return { messages: [], fills: [], tools, maxTokens: assistantTokens };
}

/** The answer of an assistant. @spec LM16 */
function spokenBy(outcome: EffectOutcome): EffectOutcome {
  if (!outcome.ok || !isJsonObject(outcome.value)) return outcome;
  const text = ownMember(outcome.value, 'text');
  const tool = ownMember(outcome.value, 'tool');
  const exit = isJsonObject(tool) ? ownMember(tool, 'name') : undefined;
  if (exit === undefined && (typeof text !== 'string' || text.trim() === '')) return { ok: false, reason: 'empty' };
  return { ok: true, value: { messages: text === undefined ? [] : [text], ...(exit !== undefined && { exit }) } };
}

type ModelMessages = LanguageModelRequest['messages'];

/** The history follows the message of the system. */
function withHistory(messages: ModelMessages, history: ModelMessages): ModelMessages {
  const system = messages.filter(({ role }) => role === 'system');
  return [...system, ...history, ...messages.filter(({ role }) => role !== 'system')];
}

/**
 * The newest messages, oldest first, and the number of the visitor's last one: 0 when there is none among those that
 * are read.
 *
 * @spec LM11
 */
async function historyOf(
  parts: ModelParts,
  place: EffectPlace,
  { most, isLastLeftOut }: { readonly most: number; readonly isLastLeftOut: boolean },
): Promise<{ readonly lastWord: number; readonly messages: ModelMessages }> {
  const messages: ModelMessages[number][] = [];
  let lastWord = 0;
  let left = maxTranscript;
  let looked = 0;
  let isFull = most === 0;
  for await (const message of messagesRead(parts, place)) {
    const isVisitor = message.sender.type === 'customer';
    const isLast = isVisitor && lastWord === 0;
    if (isLast) lastWord = message.seq;
    looked += 1;
    if ((isFull && lastWord > 0) || looked > mostLooked) break;
    const text = saidIn(message);
    if (isFull || text === undefined || text.trim() === '' || (isLast && isLastLeftOut)) continue;
    left -= text.length;
    if (left >= 0) messages.push({ role: isVisitor ? 'user' : 'assistant', text });
    isFull = left < 0 || messages.length === most;
  }
  return { lastWord, messages: messages.reverse() };
}

/** Messages among which the visitor's last word is looked for. */
const mostLooked = 1_000;

/** @throws The failure of the work, and an `AbortError` when the signal comes first. @spec LM12 */
async function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(new DOMException('Nobody waits for the answer any more.', 'AbortError'));
  signal.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([work(), promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** UTF-16 units of the text of an answer, and of the JSON of its values, that are read. @spec LM17 */
const maxText = 30_000;
const maxValues = 262_144;

/** As for messages of agents. */
const textBounds = { marks: 64 };

/** Takes of an answer what a step may read: a model may answer anything. @spec LM17 */
function outcomeOf(answer: unknown): EffectOutcome {
  if (typeof answer !== 'object' || answer === null) return { ok: false, reason: 'no_answer' };
  try {
    const { text, fields, tool, usage } = answer as Readonly<Record<string, unknown>>;
    const json = JSON.stringify({ fields, tool, usage });
    if (json.length > maxValues) return { ok: false, reason: 'too_large' };
    const values = JSON.parse(json) as Readonly<Record<string, JsonValue>>;
    if (text === undefined || text === null) return { ok: true, value: values };
    const read = typeof text === 'string' ? text.slice(0, maxText) : undefined;
    if (read === undefined || textFault(read.toWellFormed(), textBounds) !== undefined) {
      return { ok: false, reason: 'no_answer' };
    }
    return { ok: true, value: { text: read.toWellFormed(), ...values } };
  } catch {
    return { ok: false, reason: 'no_answer' };
  }
}
