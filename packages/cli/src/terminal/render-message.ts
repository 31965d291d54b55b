import type { Message, MessageContent } from '@botwright/core/conversation';
import { printable, readableLines } from '../printing/printable.ts';

/**
 * Renders a message as lines of a terminal.
 *
 * @returns No lines for a message of the visitor.
 * @spec TM4, TM5
 */
export function renderMessage(message: Message): readonly string[] {
  return message.sender.type === 'customer' ? [] : renderContent(message);
}

/** Renders a bot's message as lines of a terminal. Media are shown as their URLs. @spec TM4, TM5, RC2 */
export function renderContent(message: MessageContent): readonly string[] {
  switch (message.type) {
    case 'text':
      return lines(message.data.body);
    case 'dialog':
      return [...lines(message.data.body), ...choices(message.data.buttons)];
    case 'media_dialog':
      return [printable(`[${message.data.media_type}] ${message.data.url}`), ...choices(message.data.buttons)];
    case 'location':
      return [`[location] ${message.data.latitude}, ${message.data.longitude}`];
    case 'event':
      return [describeEvent(message.data)];
    default:
      return [printable(`[${message.type}] ${message.data.url}`), ...lines(message.data.caption)];
  }
}

function describeEvent({ action, detail, block_id }: Extract<MessageContent, { type: 'event' }>['data']): string {
  const place = block_id === undefined ? '' : ` (block ${block_id})`;
  return printable(`-- ${detail ?? action}${place}`);
}

function choices(buttons: readonly string[]): readonly string[] {
  return buttons.map((label, at) => printable(`  ${at + 1}) ${label}`));
}

/** The text of a bot is untrusted. @spec TM5, TC16 */
export function lines(text: string): readonly string[] {
  return text === '' ? [] : readableLines(text);
}
