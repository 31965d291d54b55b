import type { CallToolResult } from '@modelcontextprotocol/server';

/** UTF-8 bytes of an answer. */
export const largestAnswer = 8_000;
/** The most blocks in one answer. */
export const mostBlocks = 50;

/** Bytes of one entry of a list: longer texts in it are cut. */
const largestEntry = 2_000;

/** The answer of a tool. */
export interface Answer {
  /** Facts that no author and no visitor wrote: numbers, codes, names of rules. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** Data with words of authors and visitors. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** A list among the data, of which an answer has a part. */
  readonly list?: {
    readonly name: string;
    readonly items: readonly unknown[];
    /** The place of the first. */
    readonly from: number;
    readonly most?: number;
    /** Entries are not cut: an answer has the ones that fit, at least one. */
    readonly isWhole?: true;
  };
}

/**
 * Writes an answer of at most 8 kB. The words of authors and visitors are in the member `untrusted`. `next` is the
 * place of the first entry that has no room.
 *
 * @spec MC5, MC6
 */
export function renderAnswer({ facts = {}, data = {}, list }: Answer): CallToolResult {
  const result: Record<string, unknown> = { ...facts };
  const untrusted: Record<string, unknown> = { ...(cutTo(data, largestEntry * 2) as object) };
  if (list !== undefined) {
    const { items, from, most = items.length, isWhole } = list;
    const room = largestAnswer - bytesOf({ ...result, total: items.length, next: items.length, untrusted });
    const shown: unknown[] = [];
    let left = room - list.name.length - 16;
    for (const item of items.slice(from, from + most)) {
      const entry = isWhole === true ? item : cutTo(item, largestEntry);
      left -= bytesOf(entry) + 1;
      if (left < 0 && shown.length > 0) break;
      shown.push(entry);
    }
    untrusted[list.name] = shown;
    result['total'] = items.length;
    if (from + shown.length < items.length) result['next'] = from + shown.length;
  }
  const text = JSON.stringify(Object.keys(untrusted).length === 0 ? result : { ...result, untrusted });
  return { content: [{ type: 'text', text }] };
}

/** Writes a refusal, which is bounded like an answer. */
export function renderError(code: string, message: string, rest: Pick<Answer, 'facts' | 'list'> = {}): CallToolResult {
  const { facts, list } = rest;
  const answer = renderAnswer({ facts: { error: code, ...facts }, data: { message }, ...(list && { list }) });
  return { ...answer, isError: true };
}

export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}

/** Shortens the texts of a value until it has at most this many bytes. */
function cutTo(value: unknown, bytes: number): unknown {
  if (bytesOf(value) <= bytes) return value;
  for (let longest = 1_000; longest >= 15; longest = Math.floor(longest / 2)) {
    const shorter = cutTexts(value, longest, Math.max(4, Math.floor(longest / 10)));
    if (bytesOf(shorter) <= bytes) return shorter;
  }
  return { cut: true };
}

function cutTexts(value: unknown, longest: number, mostItems: number, depth = 0): unknown {
  if (typeof value === 'string') return shortened(value, longest);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 20) return '…';
  if (Array.isArray(value)) {
    const items = value.slice(0, mostItems).map((item) => cutTexts(item, longest, mostItems, depth + 1));
    return value.length > mostItems ? [...items, `… ${value.length - mostItems} more`] : items;
  }
  const members = Object.entries(value);
  const shown = members
    .slice(0, mostItems)
    .map(([name, member]) => [shortened(name, longest), cutTexts(member, longest, mostItems, depth + 1)]);
  return Object.fromEntries(members.length > mostItems ? [...shown, ['…', members.length - mostItems]] : shown);
}

/** Cuts a text at a character. */
export function shortened(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}…`;
}
