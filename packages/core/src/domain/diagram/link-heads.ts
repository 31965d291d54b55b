import { isJsonObject, type JsonValue } from '../json/json-value.ts';

/** The bot that a number means on the server that a file is from. */
export interface LinkHead {
  readonly id?: string;
  readonly name?: string;
  readonly channelFamily?: string;
}

/** By number. */
export type LinkHeads = Readonly<Record<string, LinkHead>>;

/** A bot of a server, as far as links need it. */
export interface LinkableBot extends Required<LinkHead> {
  readonly number: number;
}

/** Whether a bot of a server is the one that a file means. @spec PU20 */
export function isMeant(there: LinkableBot, { id, name, channelFamily }: LinkHead): boolean {
  if (id !== undefined) return there.id === id;
  return there.name === name && (channelFamily === undefined || there.channelFamily === channelFamily);
}

/**
 * Reads `links` of a bot file: `{"<number>": {"id", "name", "channel_family"}}`.
 *
 * @returns `undefined` when they are not in that form; no links for `undefined`.
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
