import type { Bot } from '@botwright/client';
import { botLinksIn, type Catalog, type Diagram, type JsonObject, type JsonValue } from '@botwright/core/diagram';

/** The bot that a number means on the server that a file is from. */
export interface LinkHead {
  readonly id?: string;
  readonly name?: string;
  readonly channelFamily?: string;
}

/** By number. */
export type LinkHeads = Readonly<Record<string, LinkHead>>;

/** A bot of a server, as far as links need it. */
export type ServerBot = Pick<Bot, 'id' | 'number' | 'name' | 'channel_family'>;

/** The numbers by which blocks of a diagram name other bots. */
export function linkedNumbers(diagram: Diagram, catalog: Catalog, own: number | undefined): readonly number[] {
  const numbers = botLinksIn(diagram, catalog).flatMap(({ bot }) => (typeof bot === 'number' ? [bot] : []));
  return [...new Set(numbers)].filter((number) => number !== own).sort((a, b) => a - b);
}

/**
 * Lists what the numbers in a diagram of a server mean. Numbers of no bot there are left out.
 *
 * @param listBots - Is called only where the diagram names another bot.
 * @spec BF18
 */
export async function linkHeadsOf(
  diagram: Diagram,
  catalog: Catalog,
  own: number | undefined,
  listBots: () => Promise<readonly ServerBot[]>,
): Promise<LinkHeads> {
  const numbers = linkedNumbers(diagram, catalog, own);
  if (numbers.length === 0) return {};
  const byNumber = new Map((await listBots()).map((bot) => [bot.number, bot]));
  return Object.fromEntries(
    numbers.flatMap((number) => {
      const bot = byNumber.get(number);
      if (bot === undefined) return [];
      return [[number, { id: bot.id, name: bot.name, channelFamily: bot.channel_family }] as const];
    }),
  );
}

export function renderLinks(links: LinkHeads): JsonObject {
  return Object.fromEntries(
    Object.entries(links).map(([number, { id, name, channelFamily }]) => [
      number,
      {
        ...(id !== undefined && { id }),
        ...(name !== undefined && { name }),
        ...(channelFamily !== undefined && { channel_family: channelFamily }),
      },
    ]),
  );
}

/** @returns `undefined` when they are not in the form of `renderLinks`. */
export function readLinks(links: JsonValue | undefined): LinkHeads | undefined {
  if (links === undefined) return {};
  if (!isObject(links)) return undefined;
  const read: [string, LinkHead][] = [];
  for (const [number, head] of Object.entries(links)) {
    if (!/^\d+$/.test(number) || !isObject(head)) return undefined;
    const { id, name, channel_family: channelFamily } = head;
    if (![id, name, channelFamily].every(isText)) return undefined;
    read.push([
      number,
      {
        ...(id !== undefined && { id: id as string }),
        ...(name !== undefined && { name: name as string }),
        ...(channelFamily !== undefined && { channelFamily: channelFamily as string }),
      },
    ]);
  }
  return Object.fromEntries(read);
}

const isText = (value: JsonValue | undefined): boolean => value === undefined || typeof value === 'string';

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
