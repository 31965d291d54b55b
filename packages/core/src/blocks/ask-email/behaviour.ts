import { questionBehaviour, seenAnswer } from '../../runner/behaviour/question.ts';
import { isHostName, plainDots } from '../../runner/text/host-name.ts';

/** UTF-16 units of an email address, and of the part before the `@`. */
const maxEmailLength = 254;
const maxLocalLength = 64;
const localForm = /^[^\s@"(),:;<>[\\\]]+$/u;

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

/** @returns The address, or `undefined` when the text is none. */
function readEmailAddress(text: string): string | undefined {
  const [local = '', written = '', ...rest] = text.split('@');
  if (rest.length > 0 || text.length > maxEmailLength || local.length > maxLocalLength) return undefined;
  if (!localForm.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..')) return undefined;
  const domain = plainDots(written);
  return isHostName(domain) ? `${local}@${domain}` : undefined;
}
