import type { BlockBehaviour } from '../../runner/behaviour/block-behaviour.ts';
import { conditionsHold } from '../../runner/behaviour/conditions-hold.ts';
import { leave } from '../../runner/behaviour/transition.ts';

/** @spec RN75 */
export const conditions: BlockBehaviour = {
  block: 'conditions',
  enter: (context) => leave(conditionsHold(context, context.params) ? 'true' : 'false'),
};
