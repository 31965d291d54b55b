import type { BlockBehaviour, Visit } from '../behaviour/block-behaviour.ts';
import { leave, type Move, waitForVisitor } from '../behaviour/move.ts';
import { filledParam } from '../behaviour/param.ts';
import { writeDestination } from '../behaviour/write-field.ts';
import { choiceDialog, findChoice } from '../message/choice.ts';

const choices = [
  { payload: '$yes', label: 'Yes', value: true },
  { payload: '$no', label: 'No', value: false },
] as const;

/** @spec RN34, RN65, RN66 */
export const askYesNo: BlockBehaviour = {
  block: 'ask_yes_no',
  enter: ask,
  answer: (visit, message) => {
    const choice = findChoice(choices, message, visit.work);
    if (choice === undefined) return ask(visit);
    const writes = writeDestination(visit, { type: 'boolean', value: choice.value });
    return leave(choice.payload, { writes });
  },
};

function ask(visit: Visit): Move {
  return waitForVisitor({ messages: [choiceDialog(filledParam(visit, 'text'), choices)] });
}
