import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import type { BotFile } from './read-bot-file.ts';

interface Splice {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/**
 * Writes positions of blocks into the text of a bot, and changes no other text: indentation and order stay.
 *
 * @param places - Positions by the keys of blocks.
 * @spec BF24
 */
export function placeInText(
  text: string,
  { pointer }: Pick<BotFile, 'pointer'>,
  places: ReadonlyMap<string, { readonly left: number; readonly top: number }>,
): string {
  const tree = parseTree(text);
  const nodes = tree && findNodeAtLocation(tree, [...(pointer === '' ? [] : ['diagram']), 'nodes']);
  const splices = (nodes?.children ?? []).flatMap(({ children: [key, value] = [] }) => {
    const place = places.get(String(key?.value));
    return place === undefined || value?.type !== 'object' ? [] : splicesFor(text, value, place);
  });
  let placed = '';
  let done = 0;
  for (const { offset, length, text: written } of splices) {
    placed += text.slice(done, offset) + written;
    done = offset + length;
  }
  return placed + text.slice(done);
}

/** In the order of the text. */
function splicesFor(
  text: string,
  block: Node,
  place: { readonly left: number; readonly top: number },
): readonly Splice[] {
  const members = block.children ?? [];
  const splices: Splice[] = [];
  const missing: string[] = [];
  for (const name of ['top', 'left'] as const) {
    const value = members.findLast(({ children }) => children?.[0]?.value === name)?.children?.[1];
    if (value === undefined) missing.push(`"${name}": ${place[name]}`);
    else splices.push({ offset: value.offset, length: value.length, text: String(place[name]) });
  }
  const last = members.at(-1);
  if (missing.length > 0) {
    // In an object of several lines each member begins a line.
    const before = last === undefined ? '' : text.slice(0, last.offset);
    const space = last === undefined ? '' : (/\r?\n[ \t]*$/.exec(before)?.[0] ?? ' ');
    const offset = last === undefined ? block.offset + 1 : last.offset + last.length;
    const comma = last === undefined ? '' : ',';
    splices.push({ offset, length: 0, text: `${comma}${space}${missing.join(`,${space === '' ? ' ' : space}`)}` });
  }
  return splices.sort((a, b) => a.offset - b.offset);
}
