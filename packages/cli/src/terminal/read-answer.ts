import { foldText, type MessageContent } from '@botwright/core/conversation';

/**
 * Reads a typed line. The number or the label of a button of the last dialog presses that button.
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
  if (dialog === undefined) return { type: 'text', message: line };

  const { buttons, payloads } = dialog.data;
  const typed = foldText(line).trim();
  const byNumber = /^[1-9]\d?$/.test(typed) ? Number(typed) - 1 : -1;
  const at =
    buttons[byNumber] === undefined ? buttons.findIndex((label) => foldText(label).trim() === typed) : byNumber;
  const [label, payload] = [buttons[at], payloads[at]];
  if (label === undefined || payload === undefined) return { type: 'text', message: line };
  return { type: 'text', message: label, payload };
}
