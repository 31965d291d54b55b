import type { BlockBehaviour } from '../../runner/behaviour/block-behaviour.ts';
import { spokenParam } from '../../runner/behaviour/params.ts';
import { leave } from '../../runner/behaviour/transition.ts';
import { withWording } from '../../runner/behaviour/wording.ts';

/** @spec RN35, QN9 */
export const opening: BlockBehaviour = {
  block: 'opening',
  enter: (context) => leave('$success', { messages: spokenParam(withWording(context), 'text') }),
};
