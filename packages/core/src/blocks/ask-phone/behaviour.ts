import { questionBehaviour, seenAnswer } from '../../runner/behaviour/question.ts';

const minDigits = 6;
/** Digits of an international number, by E.164. */
const maxDigits = 15;

/** The long vowel of Japanese, the middle dot and the tilde stand for dashes in some countries. */
const phoneForm = /^\+?[\d ().\-/ー·・~]+$/;

/** @spec RN58 */
export const askPhone = questionBehaviour({
  block: 'ask_phone',
  samples: () => ['+1 202 555 0123'],
  read: (message, { budget }) => {
    const text = seenAnswer(message, budget);
    if (!phoneForm.test(text)) return undefined;
    const digits = text.replace(/\D/g, '');
    if (digits.length < minDigits || digits.length > maxDigits) return undefined;
    return { type: 'string', value: text.startsWith('+') ? `+${digits}` : digits };
  },
  expects: () => ({ kind: 'phone' }),
});
