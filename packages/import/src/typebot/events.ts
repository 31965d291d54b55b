import { foldText } from '@botwright/core/conversation';
import type { JsonObject, JsonValue } from '@botwright/core/diagram';
import { listOf, member, memberAt, numberOf, pointerTo, textOf } from '../json.ts';
import { type Conversion, excerpt, optionsOf, remark } from './conversion.ts';
import type { Flow, SourceBlock } from './flow.ts';

/** Words that lead to a place. */
interface Words {
  readonly match: 'is' | 'contains' | 'starts_with';
  readonly texts: readonly string[];
  readonly to: string | undefined;
}

interface EventWords {
  readonly event: JsonValue;
  readonly pointer: string;
  readonly words: readonly Words[];
  readonly message: string;
}

/**
 * Converts the events that lead to a part of the bot from anywhere to keywords: the name of a command, and the texts
 * with which the first condition behind the event of replies compares the reply. A part with a block Return comes back.
 *
 * @spec KW18
 */
export function convertEvents(conversion: Conversion): void {
  const { bot, flow, at } = conversion;
  const found: EventWords[] = [];
  for (const [nth, event] of listOf(member(bot, 'events')).entries()) {
    const pointer = pointerTo('/events', nth);
    const type = textOf(member(event, 'type'));
    if (type === 'start') {
      remark(conversion, pointer, ['carried', 'carried', 'The start is the start.'], flow.start);
      continue;
    }
    const to = flow.follow(member(event, 'outgoingEdgeId'));
    const read = at.has('keywords') && to !== undefined ? readEvent(type, event, to, flow) : undefined;
    if (read === undefined) {
      const message = `Nothing leads to the blocks behind the event “${type}” any more.`;
      remark(conversion, pointer, ['lost', 'edge-dangling', message]);
    } else found.push({ event, pointer, ...read });
  }
  const comesBack = (each: EventWords): boolean => each.words.some(({ to }) => returns(to, flow));
  const taken = new Set<string>();
  addKeywords(
    conversion,
    found.filter((each) => !comesBack(each)),
    'leave',
    taken,
  );
  addKeywords(conversion, found.filter(comesBack), 'come_back', taken);
}

function readEvent(
  type: string,
  event: JsonValue,
  to: string,
  flow: Flow,
): Pick<EventWords, 'words' | 'message'> | undefined {
  const options = member(event, 'options');
  if (type === 'command') {
    const command = textOf(member(options, 'command')).trim();
    if (!isWord(command)) return undefined;
    const message = `The page sent the command ${excerpt(command)}; now a visitor types it.`;
    return { words: [{ match: 'is', texts: [command], to }], message };
  }
  const words = type === 'reply' ? wordsOfReply(member(options, 'contentVariableId'), to, flow) : undefined;
  const message = 'A condition compared each reply; now keywords are compared, and no variable has the reply.';
  return words && { words, message };
}

const matches: Readonly<Record<string, Words['match']>> = {
  'Equal to': 'is',
  Contains: 'contains',
  'Starts with': 'starts_with',
};

/** @returns `undefined` when the part behind the event does more than to compare the reply, or else to return. */
function wordsOfReply(variable: JsonValue | undefined, to: string, flow: Flow): readonly Words[] | undefined {
  const condition = blockAt(to, flow);
  if (condition?.type !== 'Condition' || textOf(variable) === '') return undefined;
  if (blockAt(flow.fallThrough(condition), flow)?.type !== 'Return') return undefined;
  const words: Words[] = [];
  for (const item of listOf(member(condition.json, 'items'))) {
    const comparisons = listOf(memberAt(item, 'content', 'comparisons'));
    const isAny = comparisons.length === 1 || memberAt(item, 'content', 'logicalOperator') === 'OR';
    const target = flow.follow(member(item, 'outgoingEdgeId'));
    for (const comparison of comparisons) {
      const said = textOf(member(comparison, 'comparisonOperator'));
      const match = Object.hasOwn(matches, said) ? matches[said] : undefined;
      const text = textOf(member(comparison, 'value'));
      const isOfReply = textOf(member(comparison, 'variableId')) === textOf(variable);
      if (!isAny || !isOfReply || match === undefined || !isWord(text)) return undefined;
      words.push({ match, texts: [text], to: target });
    }
  }
  return words.length === 0 ? undefined : words;
}

/** In Unicode code points. */
const longestWord = 100;

function isWord(text: string): boolean {
  return text.trim() !== '' && Array.from(text).length <= longestWord && !text.includes('{{');
}

function blockAt(place: string | undefined, { groups }: Flow): SourceBlock | undefined {
  return groups.flatMap(({ blocks }) => blocks).find((block) => block.place === place);
}

/** Whether a block Return is behind a place. */
function returns(place: string | undefined, flow: Flow): boolean {
  const byPlace = new Map(flow.groups.flatMap(({ blocks }) => blocks.map((block) => [block.place, block] as const)));
  const places = new Set([place]);
  // The set grows while it is iterated.
  for (const each of places) {
    const block = each === undefined ? undefined : byPlace.get(each);
    if (block === undefined) continue;
    if (block.type === 'Return') return true;
    places.add(flow.next(block)).add(flow.fallThrough(block));
    for (const item of listOf(member(block.json, 'items'))) places.add(flow.follow(member(item, 'outgoingEdgeId')));
    const options = optionsOf(block);
    if (block.type === 'Jump') places.add(flow.placeOf(member(options, 'groupId'), member(options, 'blockId')));
  }
  return false;
}

/** Adds a block for all events that end in the same way. */
function addKeywords(
  conversion: Conversion,
  events: readonly EventWords[],
  afterwards: string,
  taken: Set<string>,
): void {
  const { builder, at } = conversion;
  const [first] = events;
  if (first === undefined) return;
  const entries: JsonObject[] = [];
  const leads: [output: string, to: string | undefined][] = [];
  const key = builder.claim(textOf(member(first.event, 'id')));
  for (const { pointer, words, message } of events) {
    const room = at.mostOf('keywords', 'words') - entries.length;
    const fits = words.filter((word) => !taken.has(sameWord(word)) && taken.add(sameWord(word))).slice(0, room);
    for (const { match, texts, to } of fits) {
      const id = `e${entries.length + 1}`;
      entries.push({ id, texts, ...(match !== 'is' && { match }) });
      leads.push([`$${id}`, to]);
    }
    const again = afterwards === 'leave' ? '' : ' The text before the question that waited is said again.';
    if (fits.length > 0) remark(conversion, pointer, ['changed', 'intent-by-phrases', `${message}${again}`], key);
    if (fits.length < words.length) {
      remark(conversion, pointer, ['lost', 'choice-limit', 'Some words lead to another part, or are too many.']);
    }
  }
  if (entries.length === 0) return;
  const coordinates = member(first.event, 'graphCoordinates');
  const position = {
    left: numberOf(member(coordinates, 'x')) ?? 0,
    top: 2 * (numberOf(member(coordinates, 'y')) ?? 0),
  };
  const params = { words: entries, ...(afterwards === 'leave' ? {} : { afterwards }) };
  builder.add({ key, block: 'keywords', params, leads }, position);
}

/** Equal for words that are compared alike. */
function sameWord({ match, texts }: Words): string {
  return `${match} ${texts.map((text) => foldText(text).trim())}`;
}
