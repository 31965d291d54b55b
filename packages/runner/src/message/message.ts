/** Kinds of media that a message can carry. */
export const mediaTypes = ['image', 'video', 'audio', 'document'] as const;
export type MediaType = (typeof mediaTypes)[number];

export interface TextMessage {
  readonly type: 'text';
  readonly body: string;
}

/** A question with answers to press. `payloads` are what pressing sends back, in the order of `buttons`. */
export interface DialogMessage {
  readonly type: 'dialog';
  readonly title: string;
  readonly buttons: readonly string[];
  readonly payloads: readonly string[];
}

export interface MediaDialogMessage {
  readonly type: 'media_dialog';
  readonly url: string;
  readonly mediaType: MediaType;
  readonly buttons: readonly string[];
  readonly payloads: readonly string[];
}

export interface MediaMessage {
  /** By the extension of the address: see `mediaTypeOf`. */
  readonly type: MediaType;
  readonly url: string;
  readonly caption: string;
  /** What the author says the file is, for channels that can use it. */
  readonly declaredType?: MediaType;
}

export interface LocationMessage {
  readonly type: 'location';
  readonly latitude: number;
  readonly longitude: number;
}

/** Something went wrong that only the bot's author can mend. Its sender is the system, not the bot. */
export interface ErrorEvent {
  readonly type: 'event';
  readonly action: 'error';
  readonly code: ConversationErrorCode;
  /** Id of the block where it went wrong, where there is one. */
  readonly node?: string;
  /** For people; may change between releases. */
  readonly detail: string;
}

/** What a step has the visitor see, in order. */
export type Message = TextMessage | DialogMessage | MediaDialogMessage | MediaMessage | LocationMessage | ErrorEvent;

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
  | 'step_too_large'
  | 'field_too_large';

/** What a visitor sends. `payload` comes with a button that was pressed. */
export type VisitorMessage =
  | { readonly type: 'text'; readonly text: string; readonly payload?: string }
  | { readonly type: MediaType; readonly url: string; readonly caption?: string }
  | LocationMessage;
