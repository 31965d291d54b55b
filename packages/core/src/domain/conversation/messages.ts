import type { EventContent, MediaType, MessageContent, OfferedPage } from '../message/message.ts';
import type { RichText } from '../rich-text/rich-text.ts';

/** A message of a visitor, as input of a step. `payload` comes from the pressed button. */
export type VisitorInput =
  | { readonly type: 'text'; readonly text: string; readonly payload?: string }
  | { readonly type: MediaType; readonly url: string; readonly caption?: string }
  | LocationMessage;

/** A message of a step. A host stores the result of `contentOfBotMessage`. */
export type BotMessage = TextMessage | DialogMessage | MediaDialogMessage | MediaMessage | LocationMessage | ErrorEvent;

/** A message of a block. */
export interface Words {
  /** Plain text. */
  readonly body: string;
  /** The same with markup; absent for plain text. `plainTextOf` of it is `body`. */
  readonly rich?: RichText;
}

export interface TextMessage extends Words {
  readonly type: 'text';
  /** The page that `body` names, if the message offers one. */
  readonly open?: OfferedPage;
}

/** A question with buttons. A pressed button sends its entry of `payloads`, in the order of `buttons`. */
export interface DialogMessage {
  readonly type: 'dialog';
  /** The question, in plain text. */
  readonly title: string;
  /** The title with markup. */
  readonly rich?: RichText;
  /** Labels, in order. */
  readonly buttons: readonly string[];
  /** One for each button. */
  readonly payloads: readonly string[];
}

export interface MediaDialogMessage {
  readonly type: 'media_dialog';
  /** As the author wrote it, with the values of Fields in place. */
  readonly url: string;
  /** Decides how a page shows the address. */
  readonly mediaType: MediaType;
  /** Labels, in order. */
  readonly buttons: readonly string[];
  /** One for each button. */
  readonly payloads: readonly string[];
}

export interface MediaMessage {
  /** From the extension of the address: see `mediaTypeOf`. */
  readonly type: MediaType;
  /** As the author wrote it, with the values of Fields in place. */
  readonly url: string;
  /** Plain text; empty without one. */
  readonly caption: string;
  /** The caption with markup. */
  readonly rich?: RichText;
  /** The media type that the author declared. */
  readonly declaredType?: MediaType;
}

export interface LocationMessage {
  readonly type: 'location';
  /** Degrees north, -90 to 90. */
  readonly latitude: number;
  /** Degrees east, -180 to 180. */
  readonly longitude: number;
}

/** An error that only the bot's author can fix. Its sender is the system, not the bot. */
export interface ErrorEvent {
  readonly type: 'event';
  readonly action: 'error';
  /** Stable, unlike `detail`. */
  readonly code: ConversationErrorCode;
  /** Id of the block of the error, if any. */
  readonly node?: string;
  /** For people; may change between releases. */
  readonly detail: string;
}

export type ConversationErrorCode =
  | 'greeting_missing'
  | 'node_unknown'
  | 'node_malformed'
  | 'template_unknown'
  | 'behaviour_missing'
  | 'behaviour_failed'
  | 'param_unusable'
  | 'endless_loop'
  | 'assistant_failed'
  | 'jump_failed'
  | 'call_too_deep'
  | 'call_lost'
  | 'step_too_large'
  | 'field_too_large';

/**
 * Converts a bot's message to stored content. The sender of an `event` is the system, not the bot.
 *
 * @spec MS1, MS2, MS4
 */
export function contentOfBotMessage(message: BotMessage): MessageContent {
  switch (message.type) {
    case 'text': {
      const { body, open } = message;
      return { type: 'text', data: { body, ...richOf(message), ...(open !== undefined && { open }) } };
    }
    case 'dialog': {
      const { title: body, buttons, payloads } = message;
      return { type: 'dialog', data: { body, ...richOf(message), buttons, payloads } };
    }
    case 'media_dialog': {
      const { url, mediaType: media_type, buttons, payloads } = message;
      return { type: 'media_dialog', data: { url, media_type, buttons, payloads } };
    }
    case 'location':
      return { type: 'location', data: { latitude: message.latitude, longitude: message.longitude } };
    case 'event':
      return errorEvent(message);
    default: {
      const { url, caption } = message;
      return { type: message.declaredType ?? message.type, data: { url, caption, ...richOf(message) } };
    }
  }
}

function richOf({ rich }: { readonly rich?: RichText }): { readonly rich?: RichText } {
  return rich === undefined ? {} : { rich };
}

function errorEvent({ code, node, detail }: ErrorEvent): EventContent {
  return { type: 'event', data: { action: 'error', code, ...(node !== undefined && { block_id: node }), detail } };
}

/**
 * Converts a stored message to the input of a step.
 *
 * @returns `undefined` for dialogs and events, which customers cannot send.
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
