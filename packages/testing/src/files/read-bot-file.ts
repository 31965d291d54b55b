import { type Diagram, type JsonObject, parseDiagram } from '@botwright/core/diagram';
import { locate } from './locate.ts';
import { readJson, type UnreadableText } from './read-json.ts';

/** A bot in a file: its diagram, and facts about the bot. */
export interface BotFile {
  /** Not checked; perhaps with malformed entries. */
  readonly diagram: Diagram;
  /** The place of the diagram: `''`, or under the key `diagram`. */
  readonly pointer: '' | '/diagram';
  /** Only in files of `botwright pull`. */
  readonly channelFamily?: string;
  /** Number of the bot; only in such files. */
  readonly number?: number;
  /** Uuid of the bot; only in such files. */
  readonly id?: string;
}

export type ReadBotFile =
  | { readonly ok: true; readonly bot: BotFile }
  | ({ readonly ok: false /** The file does not look like a bot. */; readonly isOther: boolean } & UnreadableText);

/**
 * Reads a diagram, `{"diagram": …}`, or a file of `botwright pull` from JSON.
 *
 * @param given - Columns do not count its byte order mark.
 * @spec BF1, BF2, BF3, BF4, BF23, TC6
 */
export function readBotFile(given: string): ReadBotFile {
  const text = given.replace(/^\uFEFF/, '');
  const read = readJson(text);
  if (!read.ok) {
    if (/^scenarios\s*:/m.test(text)) return { ok: false, isOther: true, ...scenariosInstead };
    const { message, place } = read;
    return { ok: false, isOther: !/^\s*$|"(nodes|diagram)"\s*:/.test(text), message, place };
  }
  const { value } = read;
  const hasScenarios = isObject(value) && Object.hasOwn(value, 'scenarios');
  if (hasScenarios && !('nodes' in value || 'diagram' in value)) {
    return { ok: false, isOther: true, ...scenariosInstead };
  }
  const isWrapped = isObject(value) && !Object.hasOwn(value, 'nodes') && Object.hasOwn(value, 'diagram');
  const pointer = isWrapped ? '/diagram' : '';
  const parsed = parseDiagram(isWrapped ? (value as JsonObject)['diagram'] : withoutSchema(value));
  if (parsed.ok) return { ok: true, bot: { diagram: parsed.diagram, pointer, ...factsOf(value as JsonObject) } };

  const isOther = !isWrapped && !(isObject(value) && Object.hasOwn(value, 'nodes') && isObject(value['nodes']));
  const at = parsed.field === '' ? pointer : `${pointer}/${parsed.field}`;
  const part = parsed.field === '' ? 'diagram' : `member "${parsed.field}" of the diagram`;
  const message = isOther
    ? 'This is not a bot: a diagram is an object with the maps "nodes" and "connections".'
    : `The ${part} cannot be read: ${parsed.message}`;
  return { ok: false, isOther, message, place: locate(text, at) };
}

const scenariosInstead: UnreadableText = {
  message: 'This is a file of scenarios, not a bot: give the bot that its member "bot" names.',
  place: { line: 1, column: 1, endLine: 1, endColumn: 1 },
};

/** The schema that an author named for an editor is no part of the diagram. @spec JS5 */
function withoutSchema(value: unknown): unknown {
  if (!isObject(value) || !Object.hasOwn(value, '$schema')) return value;
  const { $schema: _schema, ...diagram } = value;
  return diagram;
}

function factsOf({ bot }: JsonObject): Pick<BotFile, 'channelFamily' | 'number' | 'id'> {
  if (!isObject(bot)) return {};
  const { channel_family: channelFamily, number, id } = bot;
  return {
    ...(typeof channelFamily === 'string' && { channelFamily }),
    ...(typeof number === 'number' && { number }),
    ...(typeof id === 'string' && { id }),
  };
}

/** The core's entry with `isJsonObject` would load much more than a lint needs. */
function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
