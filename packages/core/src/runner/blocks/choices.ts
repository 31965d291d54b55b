import type { Field } from '../../domain/field/field.ts';
import { ownMember } from '../../domain/json/json-value.ts';
import type { BlockBehaviour, ExecutionContext } from '../behaviour/block-behaviour.ts';
import { type Choice, choiceDialog, findChoice } from '../behaviour/choice.ts';
import { writeDestination } from '../behaviour/field-writes.ts';
import { entriesParam, filledParam, textParam } from '../behaviour/params.ts';
import { failWith, leave, waitForVisitor } from '../behaviour/transition.ts';
import { fillText } from '../text/fill-text.ts';
import { isBlank } from '../text/is-blank.ts';

/**
 * A choice, and the value that it writes to the destination of its block. The conversation leaves through its payload.
 */
interface WritingChoice extends Choice {
  readonly field: Field;
}

const yesAndNo: readonly WritingChoice[] = [
  { payload: '$yes', label: 'Yes', field: { type: 'boolean', value: true } },
  { payload: '$no', label: 'No', field: { type: 'boolean', value: false } },
];

/** Blocks that offer answers to press. */
export const choices: readonly BlockBehaviour[] = [
  choiceBehaviour('ask_yes_no', () => yesAndNo),
  choiceBehaviour('buttons', buttonsOf),
];

/** Asks, waits, and asks again until a choice was made. @spec RN34, RN65, RN66, RN67, RN68 */
function choiceBehaviour(
  block: string,
  choicesOf: (context: ExecutionContext) => readonly WritingChoice[],
): BlockBehaviour {
  const enter: BlockBehaviour['enter'] = (context) => {
    const offered = choicesOf(context);
    if (offered.length === 0) return failWith('param_unusable', 'There is no button to press.');
    return waitForVisitor({ messages: [choiceDialog(filledParam(context, 'text'), offered)] });
  };
  return {
    block,
    enter,
    answer: (context, message) => {
      const choice = findChoice(choicesOf(context), message, context.budget);
      if (choice === undefined) return enter(context);
      return leave(choice.payload, { writes: writeDestination(context, choice.field) });
    },
  };
}

function buttonsOf({ params, fields, limits, budget }: ExecutionContext): readonly WritingChoice[] {
  return entriesParam(params, 'buttons', budget).flatMap((button) => {
    const id = ownMember(button, 'id');
    if (typeof id !== 'string' || id === '') return [];
    const written = fillText(textParam(button, 'label'), fields, limits.textLength, budget);
    const label = isBlank(written, budget) ? id : written;
    return [{ payload: `$${id}`, label, field: { type: 'string', value: label } }];
  });
}
