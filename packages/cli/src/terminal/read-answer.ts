import type { MessageContent } from '@botwright/core/conversation';

/**
 * Reads a typed line. The number of a button of the last dialog presses that button. Its label is a text, as in every
 * other channel: words that work anywhere come before it.
 *
 * @param offered - The messages since the visitor last wrote.
 * @returns The message of the visitor, as sent to the bot.
 * @spec TM6, RC3
 */
export function readAnswer(
  line: string,
  offered: readonly MessageContent[],
): { type: 'text'; message: string; payload?: string } {
  const dialog = offered.findLast((message) => message.type === 'dialog' || message.type === 'media_dialog');
  const typed = line.trim();
  const at = /^[1-9]\d?$/.test(typed) ? Number(typed) - 1 : -1;
  const [label, payload] = [dialog?.data.buttons[at], dialog?.data.payloads[at]];
  if (label === undefined || payload === undefined) return { type: 'text', message: line };
  return { type: 'text', message: label, payload };
}
