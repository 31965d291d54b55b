import type { Bot } from '@botwright/client';
import { botLinksIn, type Catalog, type Diagram, type JsonObject } from '@botwright/core/diagram';
import type { LinkableBot, LinkHeads } from '@botwright/core/files';

/** The members of a server's bot that links need. */
export type ServerBot = Pick<Bot, 'id' | 'number' | 'name' | 'channel_family'>;

/** The same bot, as the core defines it. */
export function linkableBot({ id, number, name, channel_family: channelFamily }: ServerBot): LinkableBot {
  return { id, number, name, channelFamily };
}

/** The numbers by which blocks of a diagram name other bots. */
export function linkedNumbers(diagram: Diagram, catalog: Catalog, own: number | undefined): readonly number[] {
  const numbers = botLinksIn(diagram, catalog).flatMap(({ bot }) => (typeof bot === 'number' ? [bot] : []));
  return [...new Set(numbers)].filter((number) => number !== own).sort((a, b) => a - b);
}

/**
 * Lists the bots behind the numbers in a diagram of a server. Leaves out numbers without a bot.
 *
 * @param listBots - Called only if the diagram names another bot.
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
