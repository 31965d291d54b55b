import { existsSync } from 'node:fs';
import { type BotIdentity, completeDiagram, createCatalog, type Diagram } from '@botwright/core/diagram';
import { type BotFile, readBotFile } from '@botwright/testing/files';
import { CommandFailure } from '../command-failure.ts';
import { readNamedFile, readStandardInput } from '../files/read-input.ts';

/** The server to read bots from. */
export interface BotServer {
  /** Address of the Bots API. */
  readonly from?: string | undefined;
  /** Never printed. */
  readonly token?: string | undefined;
  /** Id of the bot for `draft`, `latest` and versions without a bot before them. */
  readonly bot?: string | undefined;
}

/** A bot and its name in messages. */
export interface NamedBot extends BotFile {
  readonly name: string;
  readonly text: string;
}

/** How blocks of the bot name the bot itself; absent if the file does not say. */
export function identityOf({ number, id }: Pick<BotFile, 'number' | 'id'>): { readonly bot?: BotIdentity } {
  if (number === undefined && id === undefined) return {};
  return { bot: { ...(number !== undefined && { number }), ...(id !== undefined && { id }) } };
}

/**
 * Adds the blocks that a service adds to every diagram, so that a file does not differ from its copy on a server.
 *
 * @spec BP4
 */
export function asStored(diagram: Diagram): Diagram {
  return completeDiagram(diagram, { catalog: createCatalog(), linkedBots: new Map() }).diagram;
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const botOfServer = new RegExp(`^(?<id>${uuid}|\\d+)@(?<version>\\S+)$`, 'i');
const versionAlone = new RegExp(`^(?:draft|latest|\\d+|${uuid})$`, 'i');

/**
 * Reads a bot from a file, from `-` for standard input, or from `<bot id>@draft`, `<bot id>@latest` or `<bot
 * id>@<version id>` of a server.
 *
 * @throws {CommandFailure} When it cannot be read.
 * @spec BP1, BP2, BP3
 */
export async function readBot(place: string, server: BotServer): Promise<NamedBot> {
  const { name, text } = await readText(place, server);
  const read = readBotFile(text);
  if (read.ok) return { ...read.bot, name, text };
  const { line, column } = read.place;
  throw new CommandFailure('usage', `${name}:${line}:${column}: ${read.message}`);
}

async function readText(place: string, server: BotServer): Promise<{ readonly name: string; readonly text: string }> {
  if (place === '-') {
    return { name: '<stdin>', text: await readStandardInput() };
  }
  const named = namedBot(place, server);
  if (named === undefined) {
    if (!existsSync(place)) throw new CommandFailure('usage', `There is no file "${place}".`);
    return { name: place, text: readNamedFile(place) };
  }
  const { from, token } = server;
  if (from === undefined) {
    throw new CommandFailure(
      'usage',
      `${place} is a bot of a server: give the address of its Bots API with --from or in BOTWRIGHT_URL.`,
    );
  }
  const { fetchBot } = await import('./fetch-bot.ts');
  const { bot, version } = named;
  return fetchBot({ from, token, bot, versionId: version.toLowerCase() === 'draft' ? undefined : version });
}

function namedBot(place: string, { bot }: BotServer): { readonly bot: string; readonly version: string } | undefined {
  if (bot !== undefined && versionAlone.test(place)) return { bot, version: place };
  const { id, version } = botOfServer.exec(place)?.groups ?? {};
  return id === undefined || version === undefined ? undefined : { bot: id, version };
}
