import { defaultFieldBounds, type FieldBounds } from '../field/field-bounds.ts';
import type { RichText } from '../rich-text/rich-text.ts';
import type { TextBounds } from '../text.ts';
import type { EpochMs } from '../time/epoch-ms.ts';

/** Kinds of media that a message can carry. */
export const mediaTypes = ['image', 'video', 'audio', 'document'] as const;
/** The kind of a media file in a message, such as `image`. */
export type MediaType = (typeof mediaTypes)[number];

export type EventAction = 'assign' | 'unassign' | 'archive' | 'unarchive' | 'close' | 'error';

export interface EventContent {
  readonly type: 'event';
  /** What happened, as it is stored and sent. */
  readonly data: {
    readonly action: EventAction;
    /** For `assign` the new agent; for `unassign` the former agent. */
    readonly agent_id?: number;
    /** The code of an `error`; only an `error` has this and the next two members. */
    readonly code?: string;
    /** Id of the block of the error, if any. */
    readonly block_id?: string;
    /** For people; may change between releases. */
    readonly detail?: string;
  };
}

/** The member of data for texts with markup. */
export interface RichData {
  /** The body or caption with markup. Bodies of the Platform API and of APIchat do not have it. @spec RX1 */
  readonly rich?: RichText;
}

/** A web page that a message offers to open. */
export interface OfferedPage {
  /** Absolute, `http` or `https`. */
  readonly url: string;
  /** For people. */
  readonly label: string;
  /** `new`: in another tab or window; `same`: in place of the page with the conversation. */
  readonly target: 'new' | 'same';
}

/** Content for customers. The keys of `data` are the keys of the stored and sent JSON. */
export type SpokenContent =
  | {
      readonly type: 'text';
      readonly data: RichData & {
        readonly body: string;
        readonly payload?: string;
        /** The page that `body` names, for a web chat that offers it as a button. */
        readonly open?: OfferedPage;
      };
    }
  | {
      readonly type: 'dialog';
      readonly data: RichData & {
        readonly body: string;
        readonly buttons: readonly string[];
        /** A pressed button sends its payload, in the order of `buttons`. */
        readonly payloads: readonly string[];
      };
    }
  | {
      readonly type: 'media_dialog';
      readonly data: {
        readonly url: string;
        readonly media_type: MediaType;
        readonly buttons: readonly string[];
        readonly payloads: readonly string[];
      };
    }
  | { readonly type: MediaType; readonly data: RichData & { readonly url: string; readonly caption: string } }
  | { readonly type: 'location'; readonly data: { readonly latitude: number; readonly longitude: number } };

/** The content of a message: content for customers, or an event. @spec MS1 */
export type MessageContent = SpokenContent | EventContent;

/** The author of a message; `sys` is the engine itself. */
export type SenderType = 'customer' | 'bot' | 'agent' | 'sys';

export interface Sender {
  /** Number of the customer or the bot, or id of the agent; 0 for the engine. */
  readonly id: number;
  /** The name when the message was stored; may be empty. */
  readonly name: string;
  /** Whose id `id` is. */
  readonly type: SenderType;
}

/** The sender of messages that no customer, bot or agent sent. @spec MS3 */
export const systemSender: Sender = { id: 0, name: 'system', type: 'sys' };

/** A message of a customer, with its number and moment. */
export type Message = MessageContent & {
  readonly uuid: string;
  /** 1, 2, … for each customer. */
  readonly seq: number;
  readonly sender: Sender;
  /** May have a fraction for microseconds. Later than the moment of the customer's previous message. @spec MS18 */
  readonly at: EpochMs;
};

/** Bounds of one message of any sender. */
export interface SendBounds {
  /** Unicode code points of a text, and of a caption. */
  readonly textLength: number;
  /** Combining marks in a row, in any text for people. */
  readonly marksInRow: number;
  /** UTF-8 bytes of a payload. */
  readonly payloadBytes: number;
  /** Bounds of the customer's Fields. */
  readonly fields: FieldBounds;
}

export const defaultSendBounds: SendBounds = {
  textLength: 10_000,
  marksInRow: 64,
  payloadBytes: 4_096,
  fields: defaultFieldBounds,
};

/** Bounds of a text or a caption. @spec MS46 */
export function textBoundsOf({ textLength, marksInRow }: SendBounds): TextBounds {
  return { max: textLength, marks: marksInRow };
}
