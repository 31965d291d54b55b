import { choiceBehaviour, type WritingChoice } from '../../runner/behaviour/choice.ts';

const yesAndNo: readonly WritingChoice[] = [
  { payload: '$yes', label: 'Yes', field: { type: 'boolean', value: true } },
  { payload: '$no', label: 'No', field: { type: 'boolean', value: false } },
];

/** @spec RN65 */
export const askYesNo = choiceBehaviour({ block: 'ask_yes_no', choicesOf: () => yesAndNo });
