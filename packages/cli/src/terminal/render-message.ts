import type { Message } from '@botwright/core/conversation';

/**
 * Renders a message as lines of a terminal. Media are shown as their URLs.
 *
 * @returns No lines for a message of the visitor.
 * @spec TM4, TM5
 */
export function renderMessage(message: Message): readonly string[] {
  if (message.sender.type === 'customer') return [];
  switch (message.type) {
    case 'text':
      return lines(message.data.body);
    case 'dialog':
      return [...lines(message.data.body), ...choices(message.data.buttons)];
    case 'media_dialog':
      return [`[${message.data.media_type}] ${message.data.url}`, ...choices(message.data.buttons)];
    case 'location':
      return [`[location] ${message.data.latitude}, ${message.data.longitude}`];
    case 'event':
      return [describeEvent(message.data)];
    default:
      return [`[${message.type}] ${message.data.url}`, ...lines(message.data.caption)];
  }
}

function describeEvent({ action, detail, block_id }: Extract<Message, { type: 'event' }>['data']): string {
  const place = block_id === undefined ? '' : ` (block ${block_id})`;
  return `-- ${detail ?? action}${place}`;
}

function choices(buttons: readonly string[]): readonly string[] {
  return buttons.map((label, at) => `  ${at + 1}) ${label}`);
}

/** Removes characters that would move the cursor or colour the terminal: the text of a bot may come from anybody. */
function lines(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/[^\P{Cc}\n\t]/gu, '').split('\n');
}
