import { foldText } from '@botwright/core/conversation';
import type { PictureBlock } from '@botwright/graph';

/**
 * Finds blocks by their name, id, kind and text; a name or id that begins with the words comes first. Ignores case and
 * accents like conversations.
 *
 * @spec CO67
 */
export function findBlocks<T extends Pick<PictureBlock, 'id' | 'title' | 'type' | 'text'>>(
  blocks: readonly T[],
  words: string,
): readonly T[] {
  const wanted = foldText(words).trim();
  if (wanted === '') return blocks;
  const rank = ({ id, title, type, text }: T): number => {
    const [first, second] = [foldText(title), foldText(id)];
    if (first.startsWith(wanted) || second.startsWith(wanted)) return 0;
    if (first.includes(wanted) || second.includes(wanted)) return 1;
    if (foldText(text).includes(wanted)) return 2;
    return foldText(type).includes(wanted) ? 3 : 4;
  };
  return blocks
    .map((block) => ({ block, rank: rank(block) }))
    .filter((found) => found.rank < 4)
    .sort((a, b) => a.rank - b.rank)
    .map(({ block }) => block);
}

/** The nearest block in a direction, for moving with the arrow keys. */
export function neighbourOf(
  id: string,
  direction: 'left' | 'right' | 'up' | 'down',
  boxes: ReadonlyMap<string, { readonly x: number; readonly y: number }>,
): string | undefined {
  const from = boxes.get(id);
  if (from === undefined) return undefined;
  const along = direction === 'left' || direction === 'right' ? 'x' : 'y';
  const across = along === 'x' ? 'y' : 'x';
  const towards = direction === 'left' || direction === 'up' ? -1 : 1;
  let best: { readonly id: string; readonly cost: number } | undefined;
  for (const [other, box] of boxes) {
    const ahead = (box[along] - from[along]) * towards;
    if (other === id || ahead <= 0) continue;
    // Sideways distance counts more: arrow keys follow rows and columns.
    const cost = ahead + 2 * Math.abs(box[across] - from[across]);
    if (best === undefined || cost < best.cost) best = { id: other, cost };
  }
  return best?.id;
}
