import type { Picture, PictureEdge } from '@botwright/graph';

/** Lists the other blocks that jump to a block, each once. */
export function jumpsTo(edges: readonly PictureEdge[], id: string): readonly string[] {
  return [
    ...new Set(edges.flatMap(({ from, to, isJump }) => (isJump === true && to === id && from !== id ? [from] : []))),
  ];
}

/** Names the blocks that jump to a deleted block. @spec CO63 */
export function lostJumps({ blocks, edges }: Pick<Picture, 'blocks' | 'edges'>, id: string): string | undefined {
  const titles = new Map(blocks.map((block) => [block.id, block.title]));
  const from = jumpsTo(edges, id);
  if (from.length === 0) return undefined;
  const named = from.slice(0, 5).map((each) => `“${titles.get(each) ?? each}”`);
  const rest = from.length > named.length ? ` and ${from.length - named.length} more` : '';
  return `“${titles.get(id) ?? id}” is deleted, and ${named.join(', ')}${rest} still ${from.length === 1 ? 'jumps' : 'jump'} to it.`;
}
