/** What the operations of the web chat answer. */

export type Status = 'none' | 'working' | 'waiting' | 'with_agent' | 'ended';

/** How the bot expects the next answer, where the page helps with it. */
export interface ExpectedInput {
  readonly kind: string;
  /** Of a date: the form in which one that was picked is sent. */
  readonly format?: string;
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

/** The members that some type of message has. */
export interface MessageData {
  readonly body?: string;
  readonly payload?: string;
  readonly buttons?: readonly string[];
  readonly payloads?: readonly string[];
  readonly url?: string;
  readonly caption?: string;
  readonly media_type?: string;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly action?: string;
}

export interface Said {
  /** Only when the conversation has begun with this request. */
  readonly token?: string;
  readonly messages: readonly Message[];
  readonly status: Status;
  readonly expects?: ExpectedInput;
  readonly after: number;
}

/** What the visitor says: a text, and what the button that they pressed sends back. */
export interface Saying {
  /** The own name of the message: sent again with it, it is not stored twice. */
  readonly id: string;
  readonly text: string;
  readonly payload?: string;
  /** `uuid` of the message that has the button. */
  readonly answers?: string;
}
