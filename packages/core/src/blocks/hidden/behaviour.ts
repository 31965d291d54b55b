import type { BlockBehaviour } from '../../runner/behaviour/block-behaviour.ts';

/** @spec RN22 */
export const hidden: BlockBehaviour = {
  block: 'hidden',
  enter: () => ({ next: { kind: 'begin' } }),
};
