import type { FeedbackConfiguration, JournaledConversation } from '@botwright/core/conversation';
import type { Diagram } from '@botwright/core/diagram';
import type { TestedBot } from '@botwright/testing';
import { mapBounded } from '../bot-files/map-bounded.ts';
import { type BotsServer, botsServer, problemOf, readServerUrl } from '../bots/bots-server.ts';
import { findBot } from '../bots/fetch-bot.ts';
import { type BotRecord, UnusableRecord } from '../bots/server-records.ts';
import { CommandFailure } from '../command-failure.ts';

/** A bot of a server with a journal. */
export interface JournaledBot {
  readonly server: BotsServer;
  readonly record: BotRecord;
  /** The wording with which the bot asks for feedback now. */
  readonly feedback: FeedbackConfiguration;
  readonly conversations: readonly JournaledConversation[];
}

export interface JournalRequest {
  readonly from: string | undefined;
  readonly token: string | undefined;
  /** Uuid or number. */
  readonly bot: string;
  /** How many conversations, from the newest. */
  readonly most: number;
  readonly customer?: number;
}

/** @throws {CommandFailure} When the journal cannot be read; no message has the token. @spec JR21 */
export async function readJournal({ from, token, bot, most, customer }: JournalRequest): Promise<JournaledBot> {
  if (from === undefined) throw new CommandFailure('usage', '--bot needs --from: the address of the Bots API.');
  const server = botsServer(readServerUrl(from, '--from'), token);
  return ofServer(async () => {
    const record = await findBot(server, bot);
    const feedback = await server.getFeedback(record.id);
    return { server, record, feedback, conversations: await server.listJournal(record.id, most, customer) };
  });
}

/** A server that cannot provide something counts as unreadable input. */
export async function ofServer<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isKnown = error instanceof CommandFailure || problemOf(error) !== undefined;
    if (!isKnown || !(error instanceof Error)) throw error;
    throw new CommandFailure('usage', error.message.split('\n'), { cause: error });
  }
}

/** The versions that held conversations, by their ids, without deleted ones. */
export async function readVersions({
  server,
  record,
  conversations,
}: JournaledBot): Promise<ReadonlyMap<string, Diagram>> {
  const ids = [...new Set(conversations.flatMap(({ start: { version } }) => version ?? []))];
  const found = await mapBounded(ids, 4, async (id) => {
    try {
      return [[id, await server.getVersion(record.id, id)] as const];
    } catch (error) {
      if (problemOf(error) === undefined) throw error;
      return [];
    }
  });
  return new Map(found.flat());
}

/** The live version of another bot, to which a conversation goes. @returns `undefined`: the caller cannot see it. */
export async function readLinkedBot(server: BotsServer, number: number): Promise<TestedBot | undefined> {
  const record = (await server.listBots()).find((each) => !(each instanceof UnusableRecord) && each.number === number);
  if (record === undefined || record instanceof UnusableRecord) return undefined;
  try {
    return { diagram: await server.getLatestVersion(record.id), number, channelFamily: record.channelFamily };
  } catch (error) {
    if (problemOf(error) === undefined) throw error;
    return undefined;
  }
}
