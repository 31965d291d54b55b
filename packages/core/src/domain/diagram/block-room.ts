import type { Catalog } from '../blocks/catalog.ts';
import type { JsonValue } from '../json/json-value.ts';
import { outputsOfNode } from './node-outputs.ts';

/** The largest drawing of a block, in the units of positions. */
const drawn = { width: 248, withoutOutputs: 112, output: 26 } as const;

/** The gap between two blocks below each other. */
export const roomBetween = 36;

/**
 * The most room of a block in the console and in pictures: a row for each output below title and text. Findings in a
 * picture need more.
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
