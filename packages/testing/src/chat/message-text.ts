import type { BotMessage, VisitorInput } from '@botwright/core/conversation';

/**
 * The text that a visitor reads: the text, the question above the buttons, the caption or otherwise the address of a
 * file, the code of an error.
 */
export function textOfMessage(message: BotMessage): string {
  switch (message.type) {
    case 'text':
      return message.body;
    case 'dialog':
      return message.title;
    case 'media_dialog':
      return message.url;
    case 'location':
      return `${message.latitude}, ${message.longitude}`;
    case 'event':
      return message.code;
    default:
      return message.caption === '' ? message.url : message.caption;
  }
}

/** A message of the visitor as the bot reads it. */
export function textOfVisitorInput(message: VisitorInput): string {
  switch (message.type) {
    case 'text':
      return message.text;
    case 'location':
      return `${message.latitude}, ${message.longitude}`;
    default:
      return [message.caption, message.url].filter((part) => part !== undefined).join(' ');
  }
}

/** A message of the bot in one line, with its buttons. */
export function renderBotMessage(message: BotMessage): string {
  switch (message.type) {
    case 'text':
      return message.body;
    case 'dialog':
      return `${message.title} [${message.buttons.join(' | ')}]`;
    case 'media_dialog':
      return `(${message.mediaType}) ${message.url} [${message.buttons.join(' | ')}]`;
    case 'location':
      return `(location) ${textOfMessage(message)}`;
    case 'event':
      return `(error) ${message.code}${message.node === undefined ? '' : ` in block "${message.node}"`}: ${message.detail}`;
    default:
      return `(${message.type}) ${message.url}${message.caption === '' ? '' : ` ${message.caption}`}`;
  }
}

/** A message of the visitor in one line. */
export function renderVisitorInput(message: VisitorInput): string {
  switch (message.type) {
    case 'text':
      return message.payload === undefined ? message.text : `[${message.text}]`;
    case 'location':
      return `(location) ${message.latitude}, ${message.longitude}`;
    default:
      return `(${message.type}) ${message.url}${message.caption === undefined ? '' : ` ${message.caption}`}`;
  }
}
