import { ownMember } from '../../domain/json/json-value.ts';
import type { BlockBehaviour, ExecutionContext } from '../../runner/behaviour/block-behaviour.ts';
import { choiceBehaviour } from '../../runner/behaviour/choice.ts';
import { choicesOfEntries } from '../../runner/behaviour/offered-choices.ts';
import type { Transition } from '../../runner/behaviour/transition.ts';
import { listedButtons } from './listed-buttons.ts';

const written = choiceBehaviour({ block: 'buttons', choicesOf: (context) => choicesOfEntries(context, 'buttons') });

/** @spec RN34, RN65, CX10 */
export const buttons: BlockBehaviour = {
  block: 'buttons',
  enter: (context) => sourceOf(context).enter(context),
  answer: (context, message) => sourceOf(context).answer?.(context, message) as Transition,
  expects: (context) => sourceOf(context).expects?.(context),
  timeOut: (context) => sourceOf(context).timeOut?.(context) as Transition,
};

function sourceOf({ params }: ExecutionContext): BlockBehaviour {
  return ownMember(params, 'source') === 'list' ? listedButtons : written;
}
