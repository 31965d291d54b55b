import { type Block, type DiagramIndex, isBlock, type NodeEntry } from '../../rules/diagram-index.ts';
import { jumpTargetsOf } from '../../rules/jumps.ts';
import { fieldsAfter, isOpaque } from './block-fields.ts';

/** The number of Fields in one pass, one bit of a 32-bit integer each. */
const wordSize = 32;

/** A block that needs a value in a Field. */
export interface FieldRead {
  readonly block: Block;
  readonly name: string;
}

/**
 * Finds the reads of a Field that some conversation reaches before the Field has a value (it is *bare*).
 *
 * Follows the connections and the jumps within the bot until nothing changes, for 32 Fields at a time. For each Field
 * an entry changes at most once, from not bare to bare, so it is visited at most 33 times, without recursion. After an
 * opaque block no Field is bare.
 *
 * @param beginnings - The first blocks of conversations, with every Field bare.
 * @spec LI12, LI13, LI17
 */
export function findBareReads<R extends FieldRead>(
  index: DiagramIndex,
  beginnings: readonly NodeEntry[],
  reads: readonly R[],
): ReadonlySet<R> {
  const names = new Set(reads.map(({ name }) => name));
  const { numbers, filledBy } = findFilled(index, names);

  // A Field that no block sets has no number, and is bare everywhere.
  const byWord = Map.groupBy(reads, ({ name }) => Math.floor((numbers.get(name) ?? -1) / wordSize));
  const bare = new Set<R>();
  for (const [word, group] of byWord) {
    const bits = follow(index, filledBy, beginnings, word);
    for (const read of group) {
      const number = numbers.get(read.name);
      const bit = number === undefined ? -1 : 1 << (number % wordSize);
      if (((bits[read.block.position] as number) & bit) !== 0) bare.add(read);
    }
  }
  return bare;
}

/** The numbers of the Fields that certainly have a value after a connection, by its position. */
type FilledBy = readonly (readonly number[] | undefined)[];

function findFilled(
  { groups, connections }: DiagramIndex,
  names: ReadonlySet<string>,
): { readonly numbers: ReadonlyMap<string, number>; readonly filledBy: FilledBy } {
  const numbers = new Map<string, number>();
  const filledBy = new Array<number[] | undefined>(connections.length);
  for (const { kind, blocks } of groups) {
    const definition = kind?.definition;
    if (definition?.setsFields === undefined && definition?.fieldsAfter === undefined) continue;
    for (const block of blocks) {
      for (let link = block.leaving; link !== undefined; link = link.nextLeaving) {
        for (const name of fieldsAfter(block, link.connection.type)) {
          if (!names.has(name)) continue;
          const number = numbers.get(name) ?? numbers.size;
          numbers.set(name, number);
          const filled = filledBy[link.position];
          if (filled === undefined) filledBy[link.position] = [number];
          else filled.push(number);
        }
      }
    }
  }
  return { numbers, filledBy };
}

/** The bits of one word for each entry. */
function follow(index: DiagramIndex, filledBy: FilledBy, beginnings: readonly NodeEntry[], word: number): Int32Array {
  const bits = new Int32Array(index.nodes.length);
  const isWaiting = new Uint8Array(index.nodes.length);
  const waiting: NodeEntry[] = [];
  const arrive = (entry: NodeEntry, arriving: number): void => {
    const at = entry.position;
    const known = bits[at] as number;
    if ((arriving | known) === known) return;
    bits[at] = arriving | known;
    if (isWaiting[at] === 0) waiting.push(entry);
    isWaiting[at] = 1;
  };

  for (const entry of beginnings) arrive(entry, -1);
  // The list grows while it is iterated.
  for (const entry of waiting) {
    isWaiting[entry.position] = 0;
    if (!isBlock(entry) || isOpaque(entry)) continue;
    const here = bits[entry.position] as number;
    for (let link = entry.leaving; link !== undefined; link = link.nextLeaving) {
      if (link.target === undefined) continue;
      const filled = filledBy[link.position];
      arrive(link.target, filled === undefined ? here : here & ~maskOf(filled, word));
    }
    for (const target of jumpTargetsOf(entry, index)) arrive(target, here);
  }
  return bits;
}

function maskOf(filled: readonly number[], word: number): number {
  let mask = 0;
  for (const number of filled) if (Math.floor(number / wordSize) === word) mask |= 1 << (number % wordSize);
  return mask;
}
