import {
  type AwaitedEffect,
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LanguageModelEffect,
  ownMember,
} from '@botwright/core/conversation';
import { segmentsOf } from '../files/locate.ts';
import type { EffectReply } from '../scenario/scenario.ts';

/** Values of Fields that the conditions of a path need. */
export type FieldGuesses = ReadonlyMap<string, JsonValue>;

/**
 * Invents an outcome of an effect so that the conversation takes the output and, if possible, so that the block saves
 * the wanted values.
 *
 * @param params - The params of the block.
 * @spec TE52
 */
export function inventReply(
  effect: AwaitedEffect,
  output: string,
  params: JsonObject,
  guesses: FieldGuesses,
): EffectReply {
  if (output === '$failed' || effect.kind === 'jump') return { fails: 'unreachable' };
  if (effect.kind === 'language_model' && output === '$other') return { fails: 'unreachable' };
  const route = effect.kind === 'language_model' ? routeFor(effect, output, params, guesses) : undefined;
  if (route !== undefined) return { answer: { fields: route } };
  switch (effect.kind) {
    case 'webhook':
      return { answer: { status: 200, body: bodyFor(params, guesses) } };
    case 'code':
      return { answer: { fields: {} } };
    case 'spreadsheet':
      return { answer: { cells: cellsFor(params, guesses) } };
    case 'ai_agent':
      return { answer: { exit: output.replace(/^\$/, '') } };
    case 'language_model':
      return { answer: modelAnswer(effect, output.replace(/^\$/, ''), guesses, params) };
    default:
      return { answer: null };
  }
}

/** The values with which a language model chooses a route; `undefined` when it is not asked for one. @spec UN12 */
function routeFor(
  { fills }: LanguageModelEffect,
  output: string,
  params: JsonObject,
  guesses: FieldGuesses,
): JsonObject | undefined {
  const name = entriesOf(params, 'routes').find(({ id }) => output === `$${id}`)?.['name'];
  const route = fills.find(({ oneOf }) => typeof name === 'string' && oneOf?.includes(name.trim()) === true);
  if (route === undefined || typeof name !== 'string') return undefined;
  const found = fills
    .filter((fill) => fill !== route && (fill.required || guesses.has(fill.name)))
    .map((fill): [string, JsonValue] => [fill.name, guesses.get(fill.name) ?? samples[fill.type]]);
  return { ...Object.fromEntries(found), [route.name]: name.trim() };
}

const samples = { string: 'a', integer: 1, number: 1, boolean: true, date: '2026-11-21', list: ['a'] } as const;

/** A body with the wanted values at the saved places. */
function bodyFor(params: JsonObject, guesses: FieldGuesses): JsonValue {
  const destination = ownMember(params, 'destination');
  const whole = typeof destination === 'string' ? guesses.get(destination) : undefined;
  let body: JsonValue = whole ?? {};
  for (const { path, destination: name } of entriesOf(params, 'saves')) {
    const guess = typeof name === 'string' ? guesses.get(name) : undefined;
    if (typeof path === 'string' && guess !== undefined) body = withPart(body, segmentsOf(path), guess);
  }
  return body;
}

/** A copy with the value at the pointer; lists on the way become objects, which pointers read in the same way. */
export function withPart(
  whole: JsonValue | undefined,
  [name, ...rest]: readonly string[],
  value: JsonValue,
): JsonValue {
  if (name === undefined) return value;
  const members = isJsonObject(whole) ? whole : {};
  return { ...members, [name]: withPart(ownMember(members, name), rest, value) };
}

function cellsFor(params: JsonObject, guesses: FieldGuesses): readonly JsonValue[] & JsonValue {
  return entriesOf(params, 'selectors').flatMap(({ selectorValue, value: name }) => {
    const guess = typeof name === 'string' ? guesses.get(name) : undefined;
    return guess === undefined ? [] : [{ column: Number(selectorValue), value: guess }];
  });
}

/** The objects in a list of params. */
export function entriesOf(params: JsonObject, name: string): readonly JsonObject[] {
  const list = ownMember(params, name);
  return isJsonList(list) ? list.filter((entry) => isJsonObject(entry)) : [];
}

/** Values of each type of a fill. */
const sampleFills = {
  string: 'text',
  integer: 1,
  number: 1.5,
  boolean: true,
  date: '2026-01-01',
  list: ['text'],
} as const;

type ModelEffect = Extract<AwaitedEffect, { readonly kind: 'language_model' }>;

/** Calls the tool whose output it is; else fills everything, and chooses the output where a fill has such a value. */
function modelAnswer(
  { fills, tools }: ModelEffect,
  output: string,
  guesses: FieldGuesses,
  params: JsonObject,
): JsonObject {
  const valuesOf = (asked: ModelEffect['fills']): JsonObject =>
    Object.fromEntries(
      asked.map(({ name, type, oneOf = [] }) => {
        const chosen = oneOf.includes(output) ? output : oneOf[0];
        return [name, chosen ?? guesses.get(name) ?? sampleFills[type]];
      }),
    );
  const written = ownMember(params, 'tools');
  const entry = (isJsonList(written) ? written : []).find(
    (each): each is JsonObject => isJsonObject(each) && ownMember(each, 'id') === output,
  );
  const tool = entry && tools.find(({ name }) => name === ownMember(entry, 'name'));
  if (tool !== undefined) return { tool: { name: tool.name, fields: valuesOf(tool.fills) } };
  return { text: 'An answer.', ...(fills.length > 0 && { fields: valuesOf(fills) }) };
}
