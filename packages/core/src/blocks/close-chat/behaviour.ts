import type { BlockBehaviour } from '../../runner/behaviour/block-behaviour.ts';
import { spokenParam } from '../../runner/behaviour/params.ts';

/** @spec RN27 */
export const closeChat: BlockBehaviour = {
  block: 'close_chat',
  enter: (context) => ({ messages: spokenParam(context, 'text'), next: { kind: 'close' } }),
};
