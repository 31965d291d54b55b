import type { BlockBehaviour } from '../../runner/behaviour/block-behaviour.ts';

/** @spec CG2 */
export const goBack: BlockBehaviour = {
  block: 'go_back',
  enter: () => ({ next: { kind: 'go_back' } }),
};
