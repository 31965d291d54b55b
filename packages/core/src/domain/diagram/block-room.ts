import type { Catalog } from '../blocks/catalog.ts';
import type { JsonValue } from '../json/json-value.ts';
import { outputsOfNode } from './node-outputs.ts';

/** What is drawn of a block at most, whatever its text. In the units of positions. */
const drawn = { width: 248, withoutOutputs: 112, output: 26 } as const;

/** Between two blocks below each other. */
export const roomBetween = 36;

/**
 * The room that a block takes in the console and in pictures at most: a row for each output below its title and text.
 * Findings in a picture come on top.
 *
 * @returns In the units of positions.
 * @spec ED38
 */
export function roomOfBlock(
  node: JsonValue | undefined,
  catalog: Catalog,
): { readonly width: number; readonly height: number } {
  const outputs = outputsOfNode(node, catalog)?.length ?? 1;
  return { width: drawn.width, height: drawn.withoutOutputs + outputs * drawn.output };
}
