import { mostTypingSeconds } from '../../domain/blocks/typing-time.ts';
import { ownMember } from '../../domain/json/json-value.ts';
import type { BlockBehaviour } from '../../runner/behaviour/block-behaviour.ts';
import { writeDestination } from '../../runner/behaviour/field-writes.ts';
import { entriesParam } from '../../runner/behaviour/params.ts';
import { typedAnswer } from '../../runner/behaviour/question.ts';
import { failWith, leave } from '../../runner/behaviour/transition.ts';

/** Of one wait. */
const mostSeconds = 2_592_000;

/** @spec WT2, WT3, WT22 */
export const wait: BlockBehaviour = {
  block: 'wait',
  enter({ params, now, budget, can, channelFamily }) {
    const seconds = ownMember(params, 'seconds');
    if (typeof seconds !== 'number' || !(seconds > 0 && seconds <= mostSeconds)) {
      return failWith('param_unusable', 'It does not say how long to wait.');
    }
    const isTyping = ownMember(params, 'typing') === true && seconds <= mostTypingSeconds;
    const exits = entriesParam(params, 'exits', budget);
    const isInterruptible = exits.some((exit) => ownMember(exit, 'id') === 'interrupted');
    const isShown = isTyping && channelFamily !== 'native' && can.typing === true;
    return {
      ...(isShown && { notices: [{ kind: 'host', name: 'typing', data: { seconds } }] }),
      next: {
        kind: 'pause',
        until: now + Math.round(seconds * 1_000),
        ...(isTyping && { typing: true }),
        ...(isInterruptible && { interruptible: true }),
      },
    };
  },
  answer(context, message) {
    const value = typedAnswer(message, context.budget)?.typed ?? '';
    return leave('$interrupted', { writes: writeDestination(context, { type: 'string', value }) });
  },
  timeOut: () => leave('$success'),
};
