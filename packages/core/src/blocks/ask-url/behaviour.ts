import { questionBehaviour, typedAnswer } from '../../runner/behaviour/question.ts';
import { readWebAddress } from '../../runner/text/read-web-address.ts';

/** @spec RN59, RN138 */
export const askUrl = questionBehaviour({
  block: 'ask_url',
  samples: () => ['https://example.com/'],
  read: (message, { budget }) => {
    const answer = typedAnswer(message, budget);
    const value = answer && readWebAddress(answer);
    return value === undefined ? undefined : { type: 'string', value };
  },
  expects: () => ({ kind: 'url' }),
});
