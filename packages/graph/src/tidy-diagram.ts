import type { Diagram, JsonValue } from '@botwright/core/diagram';
import { sizedBlock } from './lay-out.ts';
import { type PictureOptions, pictureOf } from './picture.ts';
import { fromOrigin, inColumns } from './place-blocks.ts';

/** Determines the targets of blocks. */
export type TidyOptions = Pick<PictureOptions, 'catalog' | 'bot' | 'channelFamily' | 'greetingSlots'>;

/**
 * Gives every block a new position, in columns from left to right, without overlap. Changes nothing else. The result
 * does not depend on the former positions.
 *
 * @param options - With `bot`, the target of a jump within the bot comes after the block that jumps.
 * @returns A new diagram; `left` and `top` are whole numbers from 0.
 * @spec PI22
 * @example
 * const tidy = tidyDiagram(diagram, { bot: { number: 7 } });
 *
 */
export function tidyDiagram(diagram: Diagram, options: TidyOptions = {}): Diagram {
  const { blocks, edges } = pictureOf(diagram, options);
  const placed = fromOrigin(inColumns(blocks.map(sizedBlock), edges));
  const places = new Map(blocks.map(({ id }, at) => [id, placed[at]]));
  const nodes = Object.entries(diagram.nodes).map(([id, node]): readonly [string, JsonValue] => {
    const place = places.get(id);
    if (place === undefined || typeof node !== 'object' || node === null || Array.isArray(node)) return [id, node];
    return [id, { ...node, left: place.x, top: place.y }];
  });
  return { ...diagram, nodes: Object.fromEntries(nodes) };
}
