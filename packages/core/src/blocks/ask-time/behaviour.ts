import { questionBehaviour, seenAnswer } from '../../runner/behaviour/question.ts';
import { costs } from '../../runner/budget/costs.ts';
import { readTime } from '../../runner/text/read-time.ts';

/** @spec LG18, LG21 */
export const askTime = questionBehaviour({
  block: 'ask_time',
  samples: () => ['17:30'],
  read: (message, { budget }) => {
    const text = seenAnswer(message, budget);
    budget.charge(costs.dateForm);
    const value = readTime(text);
    return value === undefined ? undefined : { type: 'string', value };
  },
  form: () => 'hh:mm',
  expects: () => ({ kind: 'text', format: 'HH:mm' }),
});
