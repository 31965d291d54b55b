import { botLinksIn, type Catalog, type Diagram } from '@botwright/core/diagram';
import type { LinkableBot, LinkHeads } from '@botwright/core/files';

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
  listBots: () => Promise<readonly LinkableBot[]>,
): Promise<LinkHeads> {
  const numbers = new Set(botLinksIn(diagram, catalog).map(({ bot }) => bot));
  if (![...numbers].some((bot) => typeof bot === 'number' && bot !== own)) return {};
  const linked = (await listBots()).filter(({ number }) => number !== own && numbers.has(number));
  return Object.fromEntries(linked.map(({ number, id, name, channelFamily }) => [number, { id, name, channelFamily }]));
}

/** For JSON. */
export function renderLinks(links: LinkHeads): object {
  return Object.fromEntries(
    Object.entries(links).map(([number, { id, name, channelFamily }]) => [
      number,
      { id, name, channel_family: channelFamily },
    ]),
  );
}
