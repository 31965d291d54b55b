import type { JsonValue } from '@botwright/core/diagram';
import type { BlocksAtHand } from '../diagram/blocks-at-hand.ts';
import { type BuiltDiagram, diagramBuilder } from '../diagram/diagram-builder.ts';
import type { ImportedBot, ImportNeed, ImportOptions } from '../importer.ts';
import { isObject, listOf, member, memberAt, numberOf, pointerTo } from '../json.ts';
import type { ImportEntry } from '../report.ts';
import { inPointerOrder } from '../source-order.ts';
import { bubbles } from './bubbles.ts';
import { choiceInputs } from './choices.ts';
import { type Conversion, type Converter, type LinkedBot, type Remark, remark } from './conversion.ts';
import { convertEvents } from './events.ts';
import { readFlow } from './flow.ts';
import { inputs } from './inputs.ts';
import { integrations, unknownBlock } from './integrations.ts';
import { logic } from './logic.ts';
import { readVariables } from './texts.ts';
import { readValues } from './values.ts';

const converters: ReadonlyMap<string, Converter> = new Map(
  Object.entries({ ...bubbles, ...inputs, ...choiceInputs, ...logic, ...integrations }),
);

/** A bot of a file, with its name and number in the result. */
export interface SourceBot {
  readonly json: JsonValue;
  readonly path: string;
  /** Where the bot is in the file. */
  readonly pointer: string;
  readonly key: string;
  readonly name: string;
  readonly number: number;
}

/** Converts one bot. */
export function readBot(
  source: SourceBot,
  linked: ReadonlyMap<string, LinkedBot>,
  at: BlocksAtHand,
  options: ImportOptions,
): { readonly bot: ImportedBot; readonly entries: readonly ImportEntry[] } {
  const { json, key, name, number } = source;
  const { family = 'native', fieldName = (variable: string) => variable, slotName } = options;
  const flow = readFlow(json);
  const variables = readVariables(member(json, 'variables'), fieldName);
  const conversion: Conversion = {
    at,
    family,
    options,
    bot: json,
    flow,
    variables,
    values: readValues(flow, variables),
    builder: diagramBuilder(at, family, slotName),
    remarks: [],
    needs: [],
    linked,
    own: { number, name },
    lowest: new Map(),
  };
  for (const group of flow.groups) {
    for (const block of group.blocks) {
      const convert = block.type === 'start' ? startBlock : (converters.get(block.type) ?? unknownBlock);
      conversion.builder.standsFor(block.place, convert(block, conversion));
    }
    if (group.title !== '' && group.blocks.length > 0) {
      const places = group.blocks.map(({ place }) => place);
      conversion.builder.note({ text: group.title, left: group.left, top: group.top - titleRoom, blocks: places });
    }
  }
  convertEvents(conversion);
  reportVariables(conversion);
  reportSettings(conversion);
  const built = conversion.builder.build(flow.start);
  reportStart(conversion, built);
  reportEdges(conversion, built);
  const needs = conversion.needs.map((need) => ({ ...need, block_id: built.keyOf(need.block_id) ?? '' }));
  return {
    bot: { key, name, number, channel_family: family, diagram: built.diagram, needs: needs as readonly ImportNeed[] },
    entries: entriesOf(conversion.remarks, source, built),
  };
}

/** Above the first block of a group. */
const titleRoom = 60;

const startBlock: Converter = (block, conversion) => {
  remark(conversion, block.pointer, ['carried', 'carried', 'The start is the start.']);
  return conversion.flow.next(block);
};

function reportVariables(conversion: Conversion): void {
  for (const { at, name, field, value } of conversion.variables.list) {
    const pointer = pointerTo('/variables', at);
    remark(conversion, pointer, [
      name === field ? 'carried' : 'changed',
      name === field ? 'carried' : 'setting-dropped',
      name === field ? 'The variable is a Field.' : `The variable “${name}” is the Field “${field}”.`,
    ]);
    const isSet = typeof value === 'string' ? value !== '' : listOf(value).length > 0;
    if (isSet)
      remark(conversion, pointer, ['lost', 'setting-dropped', `The Field “${field}” has no value at the start.`]);
  }
}

/** Milliseconds a character, of a speed in words a minute. */
const charactersOfWord = 6;

function reportSettings(conversion: Conversion): void {
  const { bot } = conversion;
  const theme = member(bot, 'theme');
  if (isObject(theme) && Object.keys(theme).length > 0) {
    remark(conversion, '/theme', ['lost', 'theme-dropped', 'The look of the chat is the one of the host.']);
  }
  const settings = member(bot, 'settings');
  const isTyping = memberAt(settings, 'typingEmulation', 'enabled') !== false;
  if (isTyping && isObject(settings)) {
    const speed = numberOf(memberAt(settings, 'typingEmulation', 'speed')) ?? 400;
    const most = numberOf(memberAt(settings, 'typingEmulation', 'maxDelay')) ?? 3;
    const perCharacter = Math.max(1, Math.round(60_000 / Math.max(1, speed * charactersOfWord)));
    const hint = `The engine's option "typingDelay": {"per_character_ms": ${perCharacter}, "most_ms": ${Math.round(most * 1000)}}.`;
    remark(conversion, '/settings', ['changed', 'setting-dropped', 'The bot answers without a delay of typing.', hint]);
  }
  for (const name of ['general', 'metadata', 'whatsApp', 'publicShare', 'security']) {
    const part = member(settings, name);
    if (!isObject(part) || Object.keys(part).length === 0) continue;
    const message = `The settings “${name}” are left out.`;
    remark(conversion, pointerTo('/settings', name), ['lost', 'setting-dropped', message]);
  }
}

function reportStart(conversion: Conversion, { isStartAdded, cut }: BuiltDiagram): void {
  const { flow } = conversion;
  if (isStartAdded) {
    const message = 'A block “opening” that says nothing begins the conversation: the first block cannot.';
    remark(conversion, '', ['carried', 'start-implied', message], flow.start);
  }
  if (flow.start === undefined) {
    remark(conversion, '', ['lost', 'edge-dangling', 'Nothing leads from the start: the conversation ends at once.']);
  }
  for (const { from, to } of cut) {
    const message = `The connection from “${from}” to “${to}” closed a loop in which nobody is asked, and is left out.`;
    remark(conversion, '', ['lost', 'edge-dangling', message], from);
  }
}

function reportEdges(conversion: Conversion, { keyOf }: BuiltDiagram): void {
  for (const edge of conversion.flow.edges) {
    const { pointer, target } = edge;
    if (target === undefined) {
      remark(conversion, pointer, ['lost', 'edge-dangling', 'The edge leads to nothing.']);
    } else if (!conversion.flow.isUsed(edge)) {
      remark(conversion, pointer, ['lost', 'edge-dangling', 'The edge leaves nothing.']);
    } else {
      const key = keyOf(target);
      remark(
        conversion,
        pointer,
        ['carried', 'carried', key === undefined ? 'The edge leads to the end.' : 'The edge is a connection.'],
        target,
      );
    }
  }
}

/** Sorts entries by their places in the file. */
function entriesOf(remarks: readonly Remark[], source: SourceBot, { keyOf }: BuiltDiagram): readonly ImportEntry[] {
  const { path, key, pointer: prefix } = source;
  return inPointerOrder(remarks).map(({ outcome, code, message, hint, pointer, title, target }): ImportEntry => {
    const id = target === undefined ? undefined : keyOf(target);
    return {
      outcome,
      code,
      message,
      ...(hint === undefined ? {} : { hint }),
      source: { path, pointer: prefix + pointer, ...(title === undefined ? {} : { title }) },
      ...(id === undefined ? {} : { target: { bot: key, block_id: id, pointer: pointerTo('/nodes', id) } }),
    };
  });
}
