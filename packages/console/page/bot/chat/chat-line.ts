import type { Message } from '@botwright/client';
import type { BotMessage, RichText, VisitorInput } from '@botwright/core/conversation';
import { richOf } from '../../conversations/message-text.ts';

/** A message as the chat shows it. */
export interface ChatLine {
  readonly from: 'bot' | 'visitor' | 'note';
  readonly text: string;
  /** The same with markup. */
  readonly rich?: RichText | undefined;
  /** Address of a file. */
  readonly url?: string;
  readonly buttons?: readonly { readonly label: string; readonly payload: string }[];
}

export function lineOfBotMessage(message: BotMessage): ChatLine {
  switch (message.type) {
    case 'text':
      return { from: 'bot', text: message.body, rich: message.rich };
    case 'dialog':
      return {
        from: 'bot',
        text: message.title,
        rich: message.rich,
        buttons: buttonsOf(message.buttons, message.payloads),
      };
    case 'media_dialog':
      return { from: 'bot', text: '', url: message.url, buttons: buttonsOf(message.buttons, message.payloads) };
    case 'location':
      return { from: 'bot', text: `Place ${message.latitude}, ${message.longitude}` };
    case 'event': {
      const place = message.node === undefined ? '' : ` in block ${message.node}`;
      return { from: 'note', text: `Error${place}: ${message.detail}` };
    }
    default:
      return { from: 'bot', text: message.caption, rich: message.rich, url: message.url };
  }
}

export function lineOfVisitor(message: VisitorInput): ChatLine {
  if (message.type === 'text') return { from: 'visitor', text: message.text };
  if (message.type === 'location') {
    return { from: 'visitor', text: `Place ${message.latitude}, ${message.longitude}` };
  }
  return { from: 'visitor', text: message.caption ?? '', url: message.url };
}

/** A message as the server stores it. */
export function lineOfStored({ type, data, sender }: Pick<Message, 'type' | 'data' | 'sender'>): ChatLine {
  const from = sender.type === 'customer' ? 'visitor' : 'bot';
  const text = textOf(data['body']) || textOf(data['caption']);
  const url = textOf(data['url']);
  if (type === 'event') {
    const detail = textOf(data['detail']) || textOf(data['action']).replaceAll('_', ' ');
    return { from: 'note', text: detail };
  }
  if (type === 'location') return { from, text: `Place ${String(data['latitude'])}, ${String(data['longitude'])}` };
  const { buttons, payloads } = data;
  return {
    from,
    text,
    ...richOf(data),
    ...(url !== '' && { url }),
    ...(Array.isArray(buttons) &&
      Array.isArray(payloads) && { buttons: buttonsOf(buttons.map(String), payloads.map(String)) }),
  };
}

function buttonsOf(labels: readonly string[], payloads: readonly string[]): NonNullable<ChatLine['buttons']> {
  return labels.map((label, at) => ({ label, payload: payloads[at] ?? label }));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
