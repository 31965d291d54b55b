import { questionBehaviour, type TypedAnswer, typedAnswer } from '../../runner/behaviour/question.ts';
import { readWebAddress } from '../../runner/text/read-web-address.ts';

/** A file that was sent, or the address of one that the visitor typed. @spec RN64, RN148 */
export const askFile = questionBehaviour({
  block: 'ask_file',
  samples: () => [{ image: 'https://example.com/picture.png' }],
  read: (message, { budget }) => {
    const value = 'url' in message ? message.url : typedAddress(typedAnswer(message, budget));
    return value === undefined ? undefined : { type: 'string', value };
  },
  expects: () => ({ kind: 'file' }),
  isExpectedStored: true,
});

/** With its scheme: a single word with a dot in it is more often a name of a file than the address of one. */
function typedAddress(answer: TypedAnswer | undefined): string | undefined {
  return answer !== undefined && /^https?:/i.test(answer.seen) ? readWebAddress(answer) : undefined;
}
