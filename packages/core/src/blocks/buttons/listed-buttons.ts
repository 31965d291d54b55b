import { ownMember } from '../../domain/json/json-value.ts';
import type { BlockBehaviour, ExecutionContext } from '../../runner/behaviour/block-behaviour.ts';
import { choiceBehaviour, type WritingChoice } from '../../runner/behaviour/choice.ts';
import { findChoice } from '../../runner/behaviour/choice-dialog.ts';
import { choicesOfList } from '../../runner/behaviour/offered-choices.ts';
import { filledParam } from '../../runner/behaviour/params.ts';
import type { Transition } from '../../runner/behaviour/transition.ts';
import { isBlank } from '../../runner/text/is-blank.ts';

/** Entries of a list that one dialog offers. */
const mostShown = 20;

const asked = choiceBehaviour({
  block: 'buttons',
  choicesOf: choicesOfList,
  shownOf: (context) => pageOf(context).shown,
});

/** Buttons for the entries of a Field, in pages. @spec CX10, CX12 */
export const listedButtons: BlockBehaviour = {
  ...asked,
  answer: (context, message) => {
    const { number, next, shown, more } = pageOf(context);
    if (more === undefined || findChoice(shown, message, context.budget) !== more) {
      return atPage(asked.answer?.(context, message) as Transition, number);
    }
    return atPage(asked.enter({ ...context, memory: { ...context.memory, page: next } }), next);
  },
};

/** The part of the choices that one dialog offers. */
interface Page {
  /** From 1. */
  readonly number: number;
  /** Number of the next page; after the last one comes the first. */
  readonly next: number;
  readonly shown: readonly WritingChoice[];
  /** The last one of `shown`, which leads to the next page. Absent: there is one page. */
  readonly more?: WritingChoice;
}

function pageOf(context: ExecutionContext): Page {
  const choices = choicesOfList(context);
  const pages = Math.ceil(choices.length / mostShown);
  if (pages < 2) return { number: 1, next: 1, shown: choices };
  const remembered = ownMember(context.memory, 'page');
  const number = typeof remembered === 'number' && remembered <= pages ? remembered : 1;
  const next = (number % pages) + 1;
  const written = filledParam(context, 'moreLabel');
  const label = isBlank(written, context.budget) ? '…' : written;
  const more: WritingChoice = { payload: `$more:${next}`, label, field: { type: 'string', value: label } };
  return { number, next, shown: [...choices.slice((number - 1) * mostShown, number * mostShown), more], more };
}

/** Remembers the page while the question waits. */
function atPage(transition: Transition, page: number): Transition {
  const { next } = transition;
  if (next.kind !== 'wait' || page === 1) return transition;
  return { ...transition, next: { ...next, memory: { ...next.memory, page } } };
}
