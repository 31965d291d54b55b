import type { BlockBehaviour } from '../../runner/behaviour/block-behaviour.ts';
import { spokenParam } from '../../runner/behaviour/params.ts';

/** @spec RN111 */
export const humanTakeover: BlockBehaviour = {
  block: 'human_takeover',
  enter: (context) => ({ messages: spokenParam(context, 'text'), next: { kind: 'hand_over' } }),
};
