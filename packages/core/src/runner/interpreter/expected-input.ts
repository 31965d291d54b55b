import type { ExpectedInput } from '../../domain/conversation/conversation-state.ts';
import { isStillAt, waitingPlaceOf } from '../../domain/conversation/waiting-place.ts';
import { leave } from '../behaviour/transition.ts';
import { executeBlock } from './execute-block.ts';
import { openStepRun, type StepRunOptions } from './step-run.ts';

/**
 * Asks the block at which a conversation waits how it expects the answer. A block that fails, or takes more work than a
 * step may, does not tell.
 *
 * @spec QN20
 */
export function expectedInput(request: StepRunOptions): ExpectedInput | undefined {
  const { bot, state } = request;
  const { at } = state;
  if (at.kind !== 'answer' || !isStillAt(bot, waitingPlaceOf(state))) return undefined;
  let expected: ExpectedInput | undefined;
  try {
    executeBlock(openStepRun(request, { blocks: 0, effects: 0 }), at.node, at.memory, (behaviour, context) => {
      expected = behaviour.expects?.(context);
      return leave('');
    });
  } catch (error) {
    if (!request.budget.isExceeded()) throw error;
    return undefined;
  }
  return expected;
}
