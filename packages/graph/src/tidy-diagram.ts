import type { Diagram, JsonValue } from '@botwright/core/diagram';
import { sizedBlock } from './lay-out.ts';
import { pictureOf } from './picture.ts';
import { fromOrigin, inColumns } from './place-blocks.ts';

/**
 * Writes a new place into every block, in columns from left to right, so that none covers another. Everything else
 * stays as it is. The same diagram always gets the same places, wherever its blocks were.
 *
 * @returns A new diagram; `left` and `top` are whole numbers from 0.
 * @spec PI22
 * @example
 * const tidy = tidyDiagram(diagram);
 */
export function tidyDiagram(diagram: Diagram): Diagram {
  const { blocks, edges } = pictureOf(diagram);
  const placed = fromOrigin(inColumns(blocks.map(sizedBlock), edges));
  const places = new Map(blocks.map(({ id }, at) => [id, placed[at]]));
  const nodes = Object.entries(diagram.nodes).map(([id, node]): readonly [string, JsonValue] => {
    const place = places.get(id);
    if (place === undefined || typeof node !== 'object' || node === null || Array.isArray(node)) return [id, node];
    return [id, { ...node, left: place.x, top: place.y }];
  });
  return { ...diagram, nodes: Object.fromEntries(nodes) };
}
