import type { MediaType, MessageContent } from './message.ts';

/** A message of a customer as a step of a conversation takes it. */
export type VisitorInput =
  | { readonly type: 'text'; readonly text: string; readonly payload?: string }
  | { readonly type: MediaType; readonly url: string; readonly caption?: string }
  | { readonly type: 'location'; readonly latitude: number; readonly longitude: number };

/**
 * Reads from a kept message what a bot is told of it.
 *
 * @returns `undefined` for what no customer can send: dialogs and events.
 * @spec MS5
 */
export function visitorInputOf(content: MessageContent): VisitorInput | undefined {
  switch (content.type) {
    case 'text': {
      const { body: text, payload } = content.data;
      return { type: 'text', text, ...(payload !== undefined && { payload }) };
    }
    case 'dialog':
    case 'media_dialog':
    case 'event':
      return undefined;
    case 'location':
      return { type: 'location', ...content.data };
    default: {
      const { url, caption } = content.data;
      return { type: content.type, url, ...(caption !== '' && { caption }) };
    }
  }
}
