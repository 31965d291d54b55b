import type { EventContent, MediaType, MessageContent } from './message.ts';

/** A message as a step of a conversation gives it. */
export type BotMessage =
  | { readonly type: 'text'; readonly body: string }
  | {
      readonly type: 'dialog';
      readonly title: string;
      readonly buttons: readonly string[];
      readonly payloads: readonly string[];
    }
  | {
      readonly type: 'media_dialog';
      readonly url: string;
      readonly mediaType: MediaType;
      readonly buttons: readonly string[];
      readonly payloads: readonly string[];
    }
  | {
      readonly type: MediaType;
      readonly url: string;
      readonly caption: string;
      /** What the author says the file is. */
      readonly declaredType?: MediaType;
    }
  | { readonly type: 'location'; readonly latitude: number; readonly longitude: number }
  | {
      readonly type: 'event';
      readonly action: 'error';
      readonly code: string;
      readonly node?: string;
      readonly detail: string;
    };

/**
 * Gives what a bot says the shape in which messages are kept. Of an `event` the sender is the system, not the bot.
 *
 * @spec MS1, MS2, MS4
 */
export function contentOfBotMessage(message: BotMessage): MessageContent {
  switch (message.type) {
    case 'text':
      return { type: 'text', data: { body: message.body } };
    case 'dialog': {
      const { title: body, buttons, payloads } = message;
      return { type: 'dialog', data: { body, buttons, payloads } };
    }
    case 'media_dialog': {
      const { url, mediaType: media_type, buttons, payloads } = message;
      return { type: 'media_dialog', data: { url, media_type, buttons, payloads } };
    }
    case 'location':
      return { type: 'location', data: { latitude: message.latitude, longitude: message.longitude } };
    case 'event':
      return errorEvent(message);
    default:
      return { type: message.declaredType ?? message.type, data: { url: message.url, caption: message.caption } };
  }
}

function errorEvent({ code, node, detail }: Extract<BotMessage, { type: 'event' }>): EventContent {
  return { type: 'event', data: { action: 'error', code, ...(node !== undefined && { block_id: node }), detail } };
}
