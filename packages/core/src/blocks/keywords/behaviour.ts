import type { BlockBehaviour } from '../../runner/behaviour/block-behaviour.ts';

/** The runner leaves the block by the output of the words. Only a start at the block enters it, and it does nothing. */
export const keywords: BlockBehaviour = {
  block: 'keywords',
  enter: () => ({ next: { kind: 'go_back' } }),
};
