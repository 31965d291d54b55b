import { defineQuestion } from '../question/define-question.ts';
import { typedText } from '../question/typed-text.ts';

const minDigits = 6;
/** Of an international number, by E.164. */
const maxDigits = 15;

/** @spec RN58 */
export const askPhone = defineQuestion({
  block: 'ask_phone',
  read: (message) => {
    const text = typedText(message) ?? '';
    if (!/^\+?[\d\s().\-/]+$/.test(text)) return undefined;
    const digits = text.replace(/\D/g, '');
    if (digits.length < minDigits || digits.length > maxDigits) return undefined;
    return { type: 'string', value: text.startsWith('+') ? `+${digits}` : digits };
  },
});
