import type { BlockBehaviour } from '../behaviour/block-behaviour.ts';
import { spokenParam } from '../behaviour/param.ts';

/** @spec RN27 */
export const closeChat: BlockBehaviour = {
  block: 'close_chat',
  enter: (visit) => ({ messages: spokenParam(visit, 'text'), next: { kind: 'close' } }),
};
