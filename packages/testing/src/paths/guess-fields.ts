import { isJsonList, isJsonObject, type JsonObject, type JsonValue, ownMember } from '@botwright/core/conversation';
import { isNode } from '@botwright/core/diagram';
import { segmentsOf } from '../files/locate.ts';
import type { DiagramGraph } from './diagram-graph.ts';
import { entriesOf, withPart } from './invent-reply.ts';
import type { BotPath } from './shortest-paths.ts';

/**
 * Guesses values of Fields with which the conditions of a path choose the path. A value for one condition may be wrong
 * for another one, and blocks between them may write other values.
 */
export function guessFields({ bot, catalog }: DiagramGraph, path: BotPath): ReadonlyMap<string, JsonValue> {
  const guesses = new Map<string, JsonValue>();
  for (const { block, output } of path) {
    const node = bot.diagram.nodes[block];
    const definition = isNode(node) ? catalog.byTemplate(node.template) : undefined;
    if (!isNode(node) || definition === undefined) continue;
    const { name, offers } = definition;
    if (name === 'conditions') guessAll(node.params, output === 'true', guesses);
    if (offers !== undefined) guessOffer(node.params, offers.param, output, guesses);
    if (name !== 'switch') continue;
    const cases = entriesOf(node.params, 'cases');
    const taken = cases.findIndex(({ id }) => output === `$${id}`);
    // The case that is taken first: its guesses win.
    if (taken >= 0) guessAll(cases[taken] ?? {}, true, guesses);
    for (const each of taken < 0 ? cases : cases.slice(0, taken)) guessAll(each, false, guesses);
  }
  return guesses;
}

/** @param written - An object with `match` and `conditions`. @param holds - Whether the conditions shall hold. */
function guessAll(written: JsonObject, holds: boolean, guesses: Map<string, JsonValue>): void {
  const conditions = entriesOf(written, 'conditions');
  // To hold, all conditions must hold, or any; to fail, any must fail, or all.
  const areAllNeeded = (ownMember(written, 'match') === 'any') !== holds;
  for (const condition of areAllNeeded ? conditions : conditions.slice(0, 1)) guess(condition, holds, guesses);
}

/** Guesses Fields with which a question offers something to choose: for an output, its entry. */
function guessOffer(params: JsonObject, entries: string, output: string | undefined, guesses: Map<string, JsonValue>) {
  const list = ownMember(params, 'list');
  if (ownMember(params, 'source') === 'list') {
    const path = ownMember(params, 'labelPath');
    const entry = withPart(undefined, typeof path === 'string' ? segmentsOf(path) : [], something);
    if (typeof list === 'string' && !guesses.has(list)) guesses.set(list, output === '$none' ? [] : [entry]);
    return;
  }
  const offered = entriesOf(params, entries);
  if (output === '$none') {
    for (const { show } of offered) if (isJsonObject(show)) guessAll(show, false, guesses);
    return;
  }
  const chosen = offered.find((entry) => `$${String(ownMember(entry, 'id'))}` === output) ?? offered[0];
  const show = chosen && ownMember(chosen, 'show');
  if (isJsonObject(show)) guessAll(show, true, guesses);
}

function guess(condition: JsonObject, holds: boolean, guesses: Map<string, JsonValue>): void {
  const { field, operator, value = '' } = condition;
  if (typeof field !== 'string' || typeof operator !== 'string') return;
  const name = field.startsWith('@{') ? field.slice(2, -1) : field;
  const [holding, failing] = Object.hasOwn(values, operator) ? (values[operator]?.(value) ?? noValues) : noValues;
  const guessed = holds ? holding : failing;
  if (guessed !== undefined && !guesses.has(name)) guesses.set(name, guessed);
}

const something = 'something';

/** By operator, the value with which a condition holds, and the one with which it fails; `undefined`: an absent Field. */
const values: Readonly<Record<string, (value: JsonValue) => readonly [JsonValue | undefined, JsonValue | undefined]>> =
  {
    is: (value) => [value, something],
    contains: (value) => [value, something],
    starts_with: (value) => [value, something],
    ends_with: (value) => [value, something],
    is_not: (value) => [something, value],
    not_contains: (value) => [something, value],
    greater: (value) => (Number.isFinite(Number(value)) ? [Number(value) + 1, Number(value)] : noValues),
    at_least: (value) => (Number.isFinite(Number(value)) ? [Number(value), Number(value) - 1] : noValues),
    at_most: (value) => (Number.isFinite(Number(value)) ? [Number(value), Number(value) + 1] : noValues),
    is_one_of: (value) => [isJsonList(value) ? value[0] : String(value).split('\n')[0], something],
    less: (value) => (Number.isFinite(Number(value)) ? [Number(value) - 1, Number(value)] : noValues),
    is_set: () => [something, undefined],
    is_not_set: () => [undefined, something],
  };

const noValues = [undefined, undefined] as const;
