import type { BlockBehaviour } from '../behaviour/block-behaviour.ts';
import { leave } from '../behaviour/move.ts';
import { spokenParam } from '../behaviour/param.ts';

/** @spec RN35 */
export const sendText: BlockBehaviour = {
  block: 'send_text',
  enter: (visit) => leave('$success', { messages: spokenParam(visit, 'text') }),
};
