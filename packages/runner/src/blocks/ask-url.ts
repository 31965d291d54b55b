import { defineQuestion } from '../question/define-question.ts';
import { typedText } from '../question/typed-text.ts';
import { isWebAddress } from '../text/fill-url.ts';

const maxLength = 2_048;

/** @spec RN59 */
export const askUrl = defineQuestion({
  block: 'ask_url',
  read: (message) => {
    const text = typedText(message) ?? '';
    const value = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
    if (value.length > maxLength || !isWebAddress(value)) return undefined;
    const { hostname, username, password } = new URL(value);
    return isNamedHost(hostname) && username + password === '' ? { type: 'string', value } : undefined;
  },
});

/** A name of two parts at least, or an address in numbers: `localhost` and slips of the finger are neither. */
function isNamedHost(host: string): boolean {
  return host.startsWith('[') || /[^.]\.[^.]/.test(host);
}
