import { countCodePoints } from '../../domain/text.ts';
import { questionBehaviour, typedAnswer } from '../../runner/behaviour/question.ts';

/** Unicode code points. */
const maxNameLength = 255;

/** @spec RN56 */
export const askName = questionBehaviour({
  block: 'ask_name',
  samples: () => ['Ann Example'],
  read: (message, { budget }) => {
    const answer = typedAnswer(message, budget);
    if (answer === undefined || !/\p{L}/u.test(answer.seen)) return undefined;
    const value = answer.typed.replace(/\s+/g, ' ');
    if (countCodePoints(value) > maxNameLength) return undefined;
    return { type: 'string', value };
  },
  expects: () => ({ kind: 'name' }),
});
