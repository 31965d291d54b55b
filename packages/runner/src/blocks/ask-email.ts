import { defineQuestion } from '../question/define-question.ts';
import { typedText } from '../question/typed-text.ts';

const maxLength = 254;
const maxLocalLength = 64;
const localForm = /^[^\s@"(),:;<>[\\\]]+$/u;
const labelForm = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

/** @spec RN57 */
export const askEmail = defineQuestion({
  block: 'ask_email',
  read: (message) => {
    const value = typedText(message);
    return value !== undefined && isEmailAddress(value) ? { type: 'string', value } : undefined;
  },
});

function isEmailAddress(text: string): boolean {
  const [local = '', domain = '', ...rest] = text.split('@');
  if (rest.length > 0 || text.length > maxLength || local.length > maxLocalLength) return false;
  if (!localForm.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false;
  const labels = domain.split('.');
  return labels.length > 1 && labels.every((label) => labelForm.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
}
