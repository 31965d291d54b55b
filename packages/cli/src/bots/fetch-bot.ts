import type { Diagram } from '@botwright/core/diagram';
import { CommandFailure } from '../command-failure.ts';
import { type BotsServer, botsServer, problemOf, readServerUrl } from './bots-server.ts';
import { UnusableRecord } from './server-records.ts';

/** A draft or a version of a server. */
export interface BotSource {
  readonly from: string;
  /** Uuid or number. */
  readonly bot: string;
  /** `latest`, or the uuid of a version; absent: the draft. */
  readonly versionId: string | undefined;
  readonly token: string | undefined;
}

/**
 * Reads a draft or a version from a server, as a file with the number and the family of its bot.
 *
 * @throws {CommandFailure} When it cannot be read; no message has the token.
 * @spec LC8
 */
export async function fetchBot(source: BotSource): Promise<{ readonly name: string; readonly text: string }> {
  const { from, bot, versionId, token } = source;
  const server = botsServer(readServerUrl(from, '--from'), token);
  try {
    const { id, name, number, channelFamily } = await findBot(server, bot);
    const diagram = await readDiagram(server, id, versionId);
    const source = versionId === undefined ? 'draft' : `version ${versionId}`;
    return {
      name: `${source} of ${name}`,
      text: JSON.stringify({ botwright: 1, bot: { id, number, channel_family: channelFamily }, diagram }, null, 2),
    };
  } catch (error) {
    // Here a server that cannot provide the bot counts as unreadable input.
    if (!(error instanceof Error) || (!(error instanceof CommandFailure) && problemOf(error) === undefined))
      throw error;
    throw new CommandFailure('usage', error.message.split('\n'), { cause: error });
  }
}

/** The interface finds bots by id, and lists their numbers. @spec BP2 */
export async function findBot(server: BotsServer, bot: string): ReturnType<BotsServer['getBot']> {
  if (!/^\d+$/.test(bot)) return server.getBot(bot);
  const listed = await server.listBots();
  const found = listed.find((each) => !(each instanceof UnusableRecord) && each.number === Number(bot));
  if (found === undefined) throw new CommandFailure('usage', `${server.url} has no bot with the number ${bot}.`);
  if (found instanceof UnusableRecord) throw found;
  return found;
}

async function readDiagram(server: BotsServer, id: string, versionId: string | undefined): Promise<Diagram> {
  if (versionId === undefined) return (await server.getDraft(id)).diagram;
  return versionId === 'latest' ? server.getLatestVersion(id) : server.getVersion(id, versionId);
}
