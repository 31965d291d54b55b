import { hash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import type { Diagram, JsonObject } from '@botwright/core/diagram';
import { type LinkHead, type LinkHeads, readLinkHeads } from '@botwright/core/files';
import { type FileBounds, type Place, readBotFile, readTextFile } from '@botwright/testing/files';
import type { VersionRecord } from '../bots/server-records.ts';
import { CommandFailure, unwritable } from '../command-failure.ts';
import { draftOf, writeWholeFile } from '../files/write-whole-file.ts';
import { isId } from './id.ts';
import { renderLinks } from './link-heads.ts';
import { stableDiagram, stableText } from './stable-diagram.ts';

/** A file's data about its bot. @spec BF14, BF15 */
export interface BotHead {
  /** The JSON Schema that the author named for an editor. @spec JS5 */
  readonly $schema?: string;
  /** Base address of the Bots API, without a slash at the end. */
  readonly server?: string;
  readonly bot: LinkHead & { readonly number?: number };
  /** The revision of the last read or write, and the hash of its diagram. */
  readonly draft?: { readonly revision: number; readonly sha256: string };
  /** The file has a version, not a draft. */
  readonly version?: VersionRecord;
  /** The other bots that the diagram names, by their numbers on the file's server. @spec BF18 */
  readonly links?: LinkHeads;
}

/** A bot in a file. */
export interface BotInFile extends BotHead {
  readonly text: string;
  /** The byte order mark before the text, if any. */
  readonly mark: '' | '\uFEFF';
  readonly diagram: Diagram;
  /** Prefix of pointers into the diagram. */
  readonly pointer: '' | '/diagram';
  /** Whether a command wrote this file or an earlier version of it. */
  readonly isPulled: boolean;
}

/** Why a file does not parse as a bot. */
export interface UnreadableBot {
  readonly problem: string;
  readonly place?: Place;
  /** Whether it does not resemble a bot: a search of a folder skips it. */
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
export function renderBotFile({ $schema, server, bot, draft, version, links = {} }: BotHead, diagram: Diagram): string {
  const { id, number, name, channelFamily } = bot;
  const file = {
    $schema,
    botwright: 1,
    server,
    bot: { id, number, name, channel_family: channelFamily },
    draft,
    version,
    links: Object.keys(links).length > 0 ? renderLinks(links) : undefined,
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
  const head = pointer === '' ? { bot: {}, ...bareHead(text) } : readHead(JSON.parse(text) as JsonObject);
  if (typeof head === 'string') return { problem: head, isOther: false };
  return { isPulled: false, ...head, text, mark, diagram, pointer };
}

function bareHead(text: string): Pick<BotHead, '$schema'> {
  if (!text.includes('"$schema"')) return {};
  const { $schema } = JSON.parse(text) as JsonObject;
  return typeof $schema === 'string' ? { $schema } : {};
}

/** The part of a head that commands leave as the author wrote it. @spec JS5 */
export function schemaOf(head: BotHead | undefined): Pick<BotHead, '$schema'> {
  return head?.$schema === undefined ? {} : { $schema: head.$schema };
}

/** @returns The problem, as a sentence. */
function readHead(file: JsonObject): (BotHead & Pick<BotInFile, 'isPulled'>) | string {
  const { $schema, botwright, server, bot, draft, version, links } = file;
  if (botwright !== undefined && botwright !== 1) return 'A newer botwright wrote this file: update this one.';
  const { id, number, name, channel_family: channelFamily } = membersOf(bot);
  const linkHeads = readLinkHeads(links);
  const known = membersOf(draft);
  const faults = [
    isText($schema) && isText(server) ? '' : '"$schema" and "server" are texts',
    (id === undefined || isId(id)) && isText(name) && isText(channelFamily)
      ? ''
      : '"id", "name" and "channel_family" of "bot" are texts',
    number === undefined || Number.isSafeInteger(number) ? '' : '"number" of "bot" is a whole number',
    draft === undefined || (Number.isSafeInteger(known['revision']) && typeof known['sha256'] === 'string')
      ? ''
      : '"draft" has a "revision" and a "sha256"',
    version === undefined || isId(membersOf(version)['id']) ? '' : '"version" has an "id"',
    linkHeads === undefined ? '"links" has an "id", a "name" and a "channel_family" for each number' : '',
  ].filter((fault) => fault !== '');
  if (faults.length > 0) return `This was not written by "botwright pull": ${faults.join('; ')}.`;
  const ofBot = withoutUndefined({ id, number, name, channelFamily });
  const head = withoutUndefined({ $schema, server, bot: ofBot, draft, version, links: linkHeads });
  return { ...(head as unknown as BotHead), isPulled: botwright === 1 };
}

function withoutUndefined(members: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
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
    throw unwritable(file, error);
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
    throw unwritable(file, error);
  }
}
