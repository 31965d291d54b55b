import { ownMember } from '@botwright/core/diagram';
import type { BlockBehaviour, Visit } from '../behaviour/block-behaviour.ts';
import { failWith, leave, type Move, waitForVisitor } from '../behaviour/move.ts';
import { entriesParam, filledParam, textParam } from '../behaviour/param.ts';
import { writeDestination } from '../behaviour/write-field.ts';
import { type Choice, choiceDialog, findChoice } from '../message/choice.ts';
import { fillText } from '../text/fill-text.ts';

/** @spec RN34, RN66, RN67 */
export const buttons: BlockBehaviour = {
  block: 'buttons',
  enter: ask,
  answer: (visit, message) => {
    const choice = findChoice(choicesOf(visit), message, visit.work);
    if (choice === undefined) return ask(visit);
    const writes = writeDestination(visit, { type: 'string', value: choice.label });
    return leave(choice.payload, { writes });
  },
};

/** @spec RN68 */
function ask(visit: Visit): Move {
  const choices = choicesOf(visit);
  if (choices.length === 0) return failWith('param_unusable', 'There is no button to press.');
  return waitForVisitor({ messages: [choiceDialog(filledParam(visit, 'text'), choices)] });
}

function choicesOf({ params, fields, limits, work }: Visit): readonly Choice[] {
  return entriesParam(params, 'buttons', work).flatMap((button) => {
    const id = ownMember(button, 'id');
    if (typeof id !== 'string' || id === '') return [];
    const label = fillText(textParam(button, 'label'), fields, limits.textLength, work);
    return [{ payload: `$${id}`, label: label.trim() === '' ? id : label }];
  });
}
