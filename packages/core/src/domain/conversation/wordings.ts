import { hashOfText } from './hash-of-text.ts';

/** The last chosen wordings of blocks, the newest first: the number of the block, and the number of its wording, from 0. */
export type Wordings = readonly (readonly [block: number, wording: number])[];

/** How many blocks are remembered. A block that spoke before them may repeat its wording. */
const mostRemembered = 50;

/** One choice among the wordings of a block. */
interface WordingChoice {
  readonly conversation: string;
  /** Number of the step. */
  readonly step: number;
  readonly bot: number;
  /** Id of the block. */
  readonly node: string;
  /** How many wordings the block has: at least one. */
  readonly count: number;
}

/**
 * Chooses by a hash of conversation, step and block, and never the last wording of the block.
 *
 * @spec QN11, QN12
 */
export function chooseWording(
  wordings: Wordings,
  { conversation, step, bot, node, count }: WordingChoice,
): { readonly chosen: number; readonly wordings: Wordings } {
  const block = hashOfText(JSON.stringify([bot, node]));
  const last = wordings.find(([known]) => known === block)?.[1] ?? count;
  const hash = hashOfText(JSON.stringify([conversation, step, bot, node]));
  const isLastIn = last < count && count > 1;
  const nth = hash % (isLastIn ? count - 1 : count);
  const chosen = isLastIn && nth >= last ? nth + 1 : nth;
  const newest: Wordings[number] = [block, chosen];
  const others = wordings.filter(([known]) => known !== block);
  return { chosen, wordings: [newest, ...others].slice(0, mostRemembered) };
}
