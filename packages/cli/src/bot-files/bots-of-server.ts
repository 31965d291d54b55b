import type { BotsServer } from '../bots/bots-server.ts';
import { UnusableRecord } from '../bots/server-records.ts';
import type { ServerBot } from './link-heads.ts';

/** The active bots of a server, listed at the first use. */
export interface BotsOfServer {
  list(): Promise<readonly ServerBot[]>;
  /** Adds a bot that was created later. */
  add(bot: ServerBot): void;
}

export function botsOfServer(server: Pick<BotsServer, 'listBots'>): BotsOfServer {
  let listed: Promise<readonly ServerBot[]> | undefined;
  const created: ServerBot[] = [];
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
