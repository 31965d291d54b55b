import { outputSetOf } from '../blocks/variant.ts';
import type { Block } from './diagram-index.ts';

/** Lists the outputs of a block; `undefined` where they are not judged. @spec RU9, RU43 */
export function outputsOf({ shape, node }: Block): ReadonlySet<string> | undefined {
  return shape && (shape.outputs ?? outputSetOf(shape.variant, node.params));
}
