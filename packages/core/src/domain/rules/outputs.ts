import { outputsOf } from '../blocks/variant.ts';
import type { Block } from './diagram-index.ts';

/** Tells the outputs of a block; `undefined` where they are not judged. */
export type OutputsOf = (block: Block) => ReadonlySet<string> | undefined;

/**
 * Remembers the outputs of the last block asked about, as connections are judged block by block, and those of
 * shapes that have the same for every block.
 *
 * @spec RU9
 */
export function createOutputLookup(): OutputsOf {
  const fixed = new Map<unknown, ReadonlySet<string>>();
  let lastBlock: Block | undefined;
  let last: ReadonlySet<string> | undefined;
  return (block) => {
    if (block === lastBlock) return last;
    lastBlock = block;
    last = undefined;
    if (block.shape === undefined) return undefined;

    const { variant } = block.shape;
    last = fixed.get(variant);
    if (last !== undefined) return last;
    last = new Set(outputsOf(variant, block.node.params));
    if (variant.outputDerivations.length === 0) fixed.set(variant, last);
    return last;
  };
}
