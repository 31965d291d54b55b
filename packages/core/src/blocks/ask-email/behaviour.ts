import { readEmailAddress } from '../../domain/email-address.ts';
import { questionBehaviour, seenAnswer } from '../../runner/behaviour/question.ts';

/** @spec RN57 */
export const askEmail = questionBehaviour({
  block: 'ask_email',
  samples: () => ['ann@example.com'],
  read: (message, { budget }) => {
    const value = readEmailAddress(seenAnswer(message, budget));
    return value !== undefined ? { type: 'string', value } : undefined;
  },
  expects: () => ({ kind: 'email' }),
});
