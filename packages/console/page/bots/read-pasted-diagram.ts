import { type JsonValue, parseDiagram } from '@botwright/core/diagram';
import { type LinkingFile, readLinkHeads } from '@botwright/core/files';
import { jsonPlaces, placeName } from '../bot/model/json-places.ts';

/** A file's data about its bot, with the diagram. */
export type PastedBot = LinkingFile['bot'];

export type PastedDiagram = { readonly bot: PastedBot } | { readonly problem: string };

/**
 * Reads the JSON of a diagram: `{"nodes", "connections"}`, plain or under `diagram`, as in the Bots API and bot files.
 * Also reads a bot file's data about its bot and the numbers in its diagram.
 *
 * @spec CO64, CO68
 */
export function readPastedDiagram(pasted: string): PastedDiagram {
  const text = pasted.replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `The text is not valid JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  const file = unwrap(value, 'data');
  const inner = unwrap(file, 'diagram');
  const parsed = parseDiagram(inner);
  if (!parsed.ok) return { problem: 'A diagram is an object with the objects "nodes" and "connections".' };
  const { error } = jsonPlaces(text);
  if (error !== undefined) return { problem: `${error.message} See ${placeName(text, error.offset)}.` };
  const head = inner === file ? { bot: {}, isPulled: false } : readHead(membersOf(file));
  return 'problem' in head ? head : { bot: { ...head, diagram: parsed.diagram } };
}

function readHead(file: Members): Omit<PastedBot, 'diagram'> | { readonly problem: string } {
  const { id, number, name, channel_family } = membersOf(file['bot']);
  const links = readLinkHeads(file['links'] as JsonValue | undefined);
  if (links === undefined) return { problem: '"links" has an "id", a "name" and a "channel_family" for each number.' };
  return {
    isPulled: file['botwright'] !== undefined,
    ...(typeof file['server'] === 'string' && { server: file['server'] }),
    bot: {
      ...(typeof id === 'string' && { id: id.toLowerCase() }),
      ...(typeof number === 'number' && { number }),
      ...(typeof name === 'string' && { name }),
      ...(typeof channel_family === 'string' && { channelFamily: channel_family }),
    },
    ...(file['links'] !== undefined && { links }),
  };
}

type Members = Readonly<Record<string, unknown>>;

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

function unwrap(value: unknown, member: string): unknown {
  return member in membersOf(value) ? membersOf(value)[member] : value;
}
