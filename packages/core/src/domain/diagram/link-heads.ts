import { isJsonObject, type JsonValue } from '../json/json-value.ts';

/** The bot of a number on the server of the file. */
export interface LinkHead {
  /** UUID on the server of the file; finds the same bot again if the file returns to its server. */
  readonly id?: string;
  /** Finds the bot on another server, where its id is unknown. */
  readonly name?: string;
  /** Narrows the search by name. */
  readonly channelFamily?: string;
}

/** Bots by number. */
export type LinkHeads = Readonly<Record<string, LinkHead>>;

/** A bot of a server, for links. */
export interface LinkableBot extends Required<LinkHead> {
  /** The number on this server, which blocks get in place of the file's. */
  readonly number: number;
}

/** Whether a bot of a server is the bot of a file. @spec PU20 */
export function isLinkedBot(there: LinkableBot, { id, name, channelFamily }: LinkHead): boolean {
  if (id !== undefined) return there.id === id;
  return there.name === name && (channelFamily === undefined || there.channelFamily === channelFamily);
}

/**
 * Reads `links` of a bot file: `{"<number>": {"id", "name", "channel_family"}}`.
 *
 * @returns `undefined` for any other form; no links for `undefined`.
 * @spec BF18
 */
export function readLinkHeads(links: JsonValue | undefined): LinkHeads | undefined {
  if (links === undefined) return {};
  if (!isJsonObject(links)) return undefined;
  const read: [string, LinkHead][] = [];
  for (const [number, head] of Object.entries(links)) {
    if (!/^\d+$/.test(number) || !isJsonObject(head)) return undefined;
    const { id, name, channel_family: channelFamily } = head;
    if (![id, name, channelFamily].every(isText)) return undefined;
    read.push([
      number,
      {
        ...(id !== undefined && { id: id as string }),
        ...(name !== undefined && { name: name as string }),
        ...(channelFamily !== undefined && { channelFamily: channelFamily as string }),
      },
    ]);
  }
  return Object.fromEntries(read);
}

const isText = (value: JsonValue | undefined): boolean => value === undefined || typeof value === 'string';
