import type { LinkableBot } from '@botwright/core/files';
import type { BotsServer } from '../bots/bots-server.ts';
import { UnusableRecord } from '../bots/server-records.ts';

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
