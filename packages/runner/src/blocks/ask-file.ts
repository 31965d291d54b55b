import { defineQuestion } from '../question/define-question.ts';

/** @spec RN64 */
export const askFile = defineQuestion({
  block: 'ask_file',
  read: (message) => ('url' in message ? { type: 'string', value: message.url } : undefined),
});
