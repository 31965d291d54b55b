import type { BlockBehaviour } from '../../runner/behaviour/block-behaviour.ts';
import { spokenParam } from '../../runner/behaviour/params.ts';
import { leave } from '../../runner/behaviour/transition.ts';

/** @spec RN35 */
export const opening: BlockBehaviour = {
  block: 'opening',
  enter: (context) => leave('$success', { messages: spokenParam(context, 'text') }),
};
