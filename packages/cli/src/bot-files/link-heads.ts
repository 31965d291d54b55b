import { botLinksIn, type Catalog, type Diagram } from '@botwright/core/diagram';
import type { LinkableBot, LinkHeads } from '@botwright/core/files';
import type { BotsServer } from '../bots/bots-server.ts';
import { UnusableRecord } from '../bots/server-records.ts';

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

/** Converts links to members of a bot file. */
export function renderLinks(links: LinkHeads): object {
  return Object.fromEntries(
    Object.entries(links).map(([number, { id, name, channelFamily }]) => [
      number,
      { id, name, channel_family: channelFamily },
    ]),
  );
}

/** The active bots of a server, listed at the first use. */
export interface BotsOfServer {
  list(): Promise<readonly LinkableBot[]>;
  /** Adds a bot that was created later. */
  add(bot: LinkableBot): void;
}

export function botsOfServer(server: Pick<BotsServer, 'listBots'>): BotsOfServer {
  let listed: Promise<readonly LinkableBot[]> | undefined;
  const created: LinkableBot[] = [];
  return {
    async list() {
      listed ??= server.listBots().then((all) => all.flatMap((bot) => (bot instanceof UnusableRecord ? [] : [bot])));
      const bots = await listed;
      const known = new Set(bots.map(({ id }) => id));
      return [...bots, ...created.filter(({ id }) => !known.has(id))];
    },
    add: (bot) => void created.push(bot),
  };
}
