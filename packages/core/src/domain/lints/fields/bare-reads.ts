import { type Block, type DiagramIndex, isBlock, type NodeEntry } from '../../rules/diagram-index.ts';
import { fieldsAfter, isOpaque } from './block-fields.ts';

/** How many Fields are followed at once, one bit of a 32-bit integer each. */
const wordSize = 32;

/** A connection from one entry to the next, with the numbers of the Fields that certainly have a value after it. */
interface Step {
  readonly to: number;
  readonly filled: readonly number[];
}

/** A block that needs a value in a Field. */
export interface FieldRead {
  readonly block: Block;
  readonly name: string;
}

/**
 * Finds the reads of a Field that some conversation reaches before the Field has a value (it is *bare*).
 *
 * Follows the connections until nothing changes, for 32 Fields at a time. For each Field an entry changes once at most,
 * from not bare to bare, so it is visited 33 times at most; there is no recursion. After an opaque block no Field
 * counts as bare.
 *
 * @param beginnings - Where conversations begin with every Field bare.
 * @spec LI12, LI13, LI17
 */
export function findBareReads<R extends FieldRead>(
  { nodes }: DiagramIndex,
  beginnings: readonly NodeEntry[],
  reads: readonly R[],
): ReadonlySet<R> {
  const names = new Set(reads.map(({ name }) => name));
  const numbers = new Map<string, number>();
  const numberOf = (name: string): number => {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  };
  const steps = nodes.map((entry) => stepsFrom(entry, names, numberOf));

  // A Field that no block sets has no number, and is bare everywhere.
  const byWord = Map.groupBy(reads, ({ name }) => Math.floor((numbers.get(name) ?? -1) / wordSize));
  const bare = new Set<R>();
  for (const [word, group] of byWord) {
    const bits = follow(nodes.length, steps, beginnings, word);
    for (const read of group) {
      const number = numbers.get(read.name);
      const bit = number === undefined ? -1 : 1 << (number % wordSize);
      if (((bits[read.block.position] as number) & bit) !== 0) bare.add(read);
    }
  }
  return bare;
}

/** The bits of one word for each entry. */
function follow(
  count: number,
  steps: readonly (readonly Step[])[],
  beginnings: readonly NodeEntry[],
  word: number,
): Int32Array {
  const bits = new Int32Array(count);
  const isWaiting = new Uint8Array(count);
  const waiting: number[] = [];
  const arrive = (at: number, arriving: number): void => {
    const known = bits[at] as number;
    if ((arriving | known) === known) return;
    bits[at] = arriving | known;
    if (isWaiting[at] === 0) waiting.push(at);
    isWaiting[at] = 1;
  };

  for (const { position } of beginnings) arrive(position, -1);
  // The list grows while it is iterated.
  for (const at of waiting) {
    isWaiting[at] = 0;
    for (const { to, filled } of steps[at] ?? []) arrive(to, (bits[at] as number) & ~maskOf(filled, word));
  }
  return bits;
}

function maskOf(filled: readonly number[], word: number): number {
  let mask = 0;
  for (const number of filled) if (Math.floor(number / wordSize) === word) mask |= 1 << (number % wordSize);
  return mask;
}

function stepsFrom(entry: NodeEntry, names: ReadonlySet<string>, numberOf: (name: string) => number): readonly Step[] {
  if (!isBlock(entry) || isOpaque(entry)) return [];
  const steps: Step[] = [];
  for (let link = entry.leaving; link !== undefined; link = link.nextLeaving) {
    if (link.target === undefined) continue;
    const filled: number[] = [];
    for (const name of fieldsAfter(entry, link.connection.type)) if (names.has(name)) filled.push(numberOf(name));
    steps.push({ to: link.target.position, filled });
  }
  return steps;
}
