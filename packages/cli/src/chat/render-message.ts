import type { Message } from '@botwright/core';

/**
 * Writes a message as lines of a terminal. What a terminal cannot show is told by its address.
 *
 * @returns Nothing for what the visitor said and for events that a visitor is not told of.
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

/** Without what would move the cursor or colour the terminal: texts of a bot may come from anybody. */
function lines(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/[^\P{Cc}\n\t]/gu, '').split('\n');
}
