import type { BlockBehaviour } from '../behaviour/block-behaviour.ts';
import { spokenParam } from '../behaviour/param.ts';

/** @spec RN111 */
export const humanTakeover: BlockBehaviour = {
  block: 'human_takeover',
  enter: (visit) => ({ messages: spokenParam(visit, 'text'), next: { kind: 'hand_over' } }),
};
