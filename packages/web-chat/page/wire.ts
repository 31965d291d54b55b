/** Responses of the web chat's operations. */

export type Status = 'none' | 'working' | 'waiting' | 'with_agent' | 'ended';

/** The expected answer, if the page can help to give it. */
export interface ExpectedInput {
  readonly kind: string;
  readonly placeholder?: string;
  readonly send_label?: string;
  readonly min?: number;
  readonly max?: number;
  readonly accept?: readonly string[];
  /** Format of the text to send. */
  readonly format?: string;
  readonly choices?: readonly ExpectedChoice[];
  readonly icon?: string;
  readonly low_label?: string;
  readonly high_label?: string;
}

/** A choice; the other members are of cards. */
export interface ExpectedChoice {
  readonly payload: string;
  readonly label: string;
  readonly text?: string;
  readonly image?: string;
  readonly url?: string;
  readonly action?: string;
}

export interface Message {
  readonly uuid: string;
  readonly seq: number;
  readonly type: string;
  /** Seconds since the epoch. */
  readonly timestamp: number;
  readonly data: MessageData;
  readonly sender: { readonly type: 'customer' | 'bot' | 'agent' | 'sys'; readonly name: string };
}

/** A text with markup, as the server parsed it: blocks of texts, marks and links. */
export type RichText = readonly (
  | { readonly t: 'p'; readonly c: readonly RichInline[] }
  | { readonly t: 'ul' | 'ol'; readonly c: readonly (readonly RichInline[])[] }
)[];

export type RichInline =
  | string
  | { readonly t: 'b' | 'i' | 's' | 'code'; readonly c: readonly RichInline[] }
  | { readonly t: 'a'; readonly href: string; readonly c: readonly RichInline[] };
/** A web page that a message offers to open. */
export interface OfferedPage {
  readonly url: string;
  readonly label: string;
  readonly target: 'new' | 'same';
}

/** Members of some types of message. */
export interface MessageData {
  readonly body?: string;
  /** The body or the caption with markup. */
  readonly rich?: RichText;
  readonly payload?: string;
  readonly buttons?: readonly string[];
  readonly payloads?: readonly string[];
  readonly url?: string;
  readonly caption?: string;
  readonly media_type?: string;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly action?: string;
  readonly open?: OfferedPage;
}

/** A bot, and whether visitors can send it files. */
export interface Bot {
  readonly name: string;
  /** Absent: files cannot be sent. */
  readonly files?: { readonly max_bytes: number };
}

/** A file that the server has stored. */
export interface UploadedFile {
  readonly url: string;
  /** The type of the message that sends it. */
  readonly type: string;
}

export interface Said {
  /** Present only in the response that begins the conversation. */
  readonly token?: string;
  readonly messages: readonly Message[];
  readonly status: Status;
  readonly expects?: ExpectedInput;
  /** Words that the bot understands now. */
  readonly quick_words?: readonly string[];
  readonly after: number;
}

/** A text of the visitor, with the payload of the pressed button. */
export interface Saying {
  /** The client's id of the message: the server stores a repeated message once. */
  readonly id: string;
  readonly text: string;
  readonly payload?: string;
  /** `uuid` of the button's message. */
  readonly answers?: string;
  /** The type of a file's message; `text` is then the address of the file. */
  readonly media?: string;
}
