import { hash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import type { Diagram, JsonObject } from '@botwright/core/diagram';
import { type LinkHeads, readLinkHeads } from '@botwright/core/files';
import { type FileBounds, type Place, readBotFile, readTextFile } from '@botwright/testing/files';
import { CommandFailure, systemErrorCode } from '../command-failure.ts';
import { draftOf, writeWholeFile } from '../files/write-whole-file.ts';
import { isId } from './id.ts';
import { renderLinks } from './link-heads.ts';
import { stableDiagram, stableText } from './stable-diagram.ts';

/** A file's data about its bot. @spec BF14, BF15 */
export interface BotHead {
  /** Base address of the Bots API, without a slash at the end. */
  readonly server?: string;
  readonly bot: {
    readonly id?: string;
    readonly number?: number;
    readonly name?: string;
    readonly channelFamily?: string;
  };
  /** The revision of the last read or write, and the hash of its diagram. */
  readonly draft?: { readonly revision: number; readonly sha256: string };
  /** The file has a version, not a draft. */
  readonly version?: VersionHead;
  /** The other bots that the diagram names, by their numbers on the file's server. @spec BF18 */
  readonly links?: LinkHeads;
}

export interface VersionHead {
  readonly id: string;
  readonly name?: string;
  readonly publishedAt: string;
  readonly publishedBy: number;
  readonly restoredFrom?: string;
}

/** A bot in a file. */
export interface BotInFile extends BotHead {
  readonly text: string;
  /** The byte order mark before the text, if any. */
  readonly mark: '' | '\uFEFF';
  readonly diagram: Diagram;
  /** Prefix of pointers into the diagram. */
  readonly pointer: '' | '/diagram';
  /** Whether a command wrote the file, or an older version of it. */
  readonly isPulled: boolean;
}

/** Why a file does not parse as a bot. */
export interface UnreadableBot {
  readonly problem: string;
  readonly place?: Place;
  /** It does not resemble a bot: a search of a folder skips it. */
  readonly isOther: boolean;
}

export function hashOf(diagram: Diagram): string {
  return hash('sha256', stableText(diagram), 'hex');
}

/** Whether the diagram differs from the last read or written one; `undefined` if the file does not say. */
export function isEdited({ draft, diagram }: BotInFile): boolean | undefined {
  return draft === undefined ? undefined : hashOf(diagram) !== draft.sha256;
}

/** The text of a file: equal for equal bots. @spec PU2, BF14, BF15 */
export function renderBotFile({ server, bot, draft, version, links = {} }: BotHead, diagram: Diagram): string {
  const { id, number, name, channelFamily } = bot;
  const file = {
    botwright: 1,
    server,
    bot: { id, number, name, channel_family: channelFamily },
    draft,
    ...(version !== undefined && {
      version: {
        id: version.id,
        name: version.name,
        published_at: version.publishedAt,
        published_by: version.publishedBy,
        restored_from: version.restoredFrom,
      },
    }),
    ...(Object.keys(links).length > 0 && { links: renderLinks(links) }),
    diagram: stableDiagram(diagram),
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/** @throws {CommandFailure} When the file cannot be read. @spec BF14 */
export function readBotInFile(file: string, bounds: FileBounds = {}): BotInFile | UnreadableBot {
  const given = readTextFile(file, bounds);
  if ('failed' in given) {
    throw new CommandFailure('failure', `The file ${file} cannot be read (${given.failed}).`);
  }
  const { text, mark } = given;
  const read = readBotFile(text);
  if (!read.ok) return { problem: read.message, place: read.place, isOther: read.isOther };
  const { diagram, pointer } = read.bot;
  // A bare diagram has no data about its bot.
  const head = pointer === '' ? { bot: {} } : readHead(JSON.parse(text) as JsonObject);
  if (typeof head === 'string') return { problem: head, isOther: false };
  return { isPulled: false, ...head, text, mark, diagram, pointer };
}

/** @returns The problem, as a sentence. */
function readHead({
  botwright,
  server,
  bot,
  draft,
  version,
  links,
}: JsonObject): (BotHead & Pick<BotInFile, 'isPulled'>) | string {
  if (botwright !== undefined && botwright !== 1) return 'A newer botwright wrote this file: update this one.';
  const { id, number, name, channel_family: channelFamily } = membersOf(bot);
  const meant = readLinkHeads(links);
  const known = membersOf(draft);
  const faults = [
    isText(server) ? '' : '"server" is a text',
    (id === undefined || isId(id)) && isText(name) && isText(channelFamily)
      ? ''
      : '"id", "name" and "channel_family" of "bot" are texts',
    number === undefined || Number.isSafeInteger(number) ? '' : '"number" of "bot" is a whole number',
    draft === undefined || (Number.isSafeInteger(known['revision']) && typeof known['sha256'] === 'string')
      ? ''
      : '"draft" has a "revision" and a "sha256"',
    version === undefined || isId(membersOf(version)['id']) ? '' : '"version" has an "id"',
    meant === undefined ? '"links" has an "id", a "name" and a "channel_family" for each number' : '',
  ].filter((fault) => fault !== '');
  if (faults.length > 0) return `This was not written by "botwright pull": ${faults.join('; ')}.`;
  return {
    isPulled: botwright === 1,
    ...(server !== undefined && { server: server as string }),
    bot: {
      ...(id !== undefined && { id: id as string }),
      ...(number !== undefined && { number: number as number }),
      ...(name !== undefined && { name: name as string }),
      ...(channelFamily !== undefined && { channelFamily: channelFamily as string }),
    },
    ...(draft !== undefined && { draft: known as unknown as NonNullable<BotHead['draft']> }),
    ...(version !== undefined && { version: readVersion(membersOf(version)) }),
    ...(links !== undefined && { links: meant ?? {} }),
  };
}

function readVersion(version: JsonObject): VersionHead {
  const { id, name, published_at, published_by, restored_from } = version;
  return {
    id: String(id),
    ...(name !== undefined && { name: String(name) }),
    publishedAt: String(published_at),
    publishedBy: Number(published_by),
    ...(restored_from !== undefined && { restoredFrom: String(restored_from) }),
  };
}

const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';

function membersOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

/**
 * Writes a bot file atomically. An existing file keeps its mode, and a link its target.
 *
 * @throws {CommandFailure} When it cannot be written.
 */
export async function writeBotFile(file: string, text: string): Promise<void> {
  try {
    const known = statSync(file, { throwIfNoEntry: false });
    await writeWholeFile(known === undefined ? file : realpathSync(file), text, {
      mode: known === undefined ? 'usual' : known.mode & 0o777,
    });
  } catch (error) {
    throw unusable(file, 'written', error);
  }
}

/**
 * Checks that an existing bot file is writable, before a server is changed.
 *
 * @throws {CommandFailure} When it is not.
 */
export async function checkWritable(file: string): Promise<void> {
  try {
    const draft = draftOf(realpathSync(file));
    await writeFile(draft, '', { flag: 'wx' });
    await rm(draft);
  } catch (error) {
    throw unusable(file, 'written', error);
  }
}

function unusable(file: string, what: string, cause: unknown): CommandFailure {
  const code = systemErrorCode(cause) ?? String(cause);
  return new CommandFailure('failure', `The file ${file} cannot be ${what} (${code}).`, { cause });
}
