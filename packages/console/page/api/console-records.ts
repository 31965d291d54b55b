import type { Diagram, Message } from '@botwright/client';
import type { BlockReference } from '@botwright/core/diagram';

/** The signed-in person and their permissions. */
export interface Session {
  readonly brand: string;
  readonly person: number;
  readonly workspaces: readonly number[];
  readonly permissions: readonly string[];
  /** The channel families for new bots. */
  readonly families: readonly string[];
  /** Ids of the blocks with which bots greet visitors, by family of the host; other families use the default id. */
  readonly greeting_slots?: Readonly<Record<string, string>>;
  /** The shipped kinds of accounts that can be connected. */
  readonly connects: readonly string[];
  /** The host's kinds of accounts, with their names for people; absent when there are none. */
  readonly account_kinds?: readonly { readonly kind: string; readonly title: string }[];
  /** Names of the language models that blocks can ask; absent when there are none. */
  readonly models?: readonly string[];
  /** Base address of the web chat's pages; absent when none are served. */
  readonly chat_url?: string;
  /** Whether the server stores mails and does not send them. */
  readonly stores_mails?: boolean;
}

/** The params of a kind of block that name a bot, a connected account or a language model. */
export interface BlockReferences {
  /** The name of the kind. */
  readonly block: string;
  readonly references: readonly BlockReference[];
}

export interface DeliveryAttempt {
  readonly at: string;
  readonly status?: number;
  readonly error?: string;
  /** The reason of a transport that refused. */
  readonly detail?: string;
  readonly duration_ms: number;
}

export type DeliveryState = 'pending' | 'delivered' | 'dead';

export interface Delivery {
  readonly id: string;
  readonly target: { readonly kind: string; readonly number: number };
  readonly message_uuid: string;
  readonly customer_id: number;
  /** Scheme and host of the address. */
  readonly origin: string;
  readonly created_at: string;
  readonly replay_of?: string;
  readonly state: DeliveryState;
  readonly reason?: string;
  readonly next_attempt_at?: string;
  readonly attempts: readonly DeliveryAttempt[];
}

export interface DeliveryWithBody extends Delivery {
  /** `null` when it was erased. */
  readonly body: string | null;
}

/** A mail that the server stores and does not send. */
export interface UnsentMail {
  readonly id: string;
  readonly at: string;
  readonly from: string;
  readonly from_name?: string;
  readonly to: readonly string[];
  readonly cc?: readonly string[];
  readonly bcc?: readonly string[];
  readonly reply_to?: string;
  readonly subject: string;
  readonly text: string;
  /** The same as HTML. */
  readonly html?: string;
}

/** The state of a conversation. */
export interface Conversation {
  readonly bot: { readonly id: string; readonly number: number; readonly name: string } | null;
  readonly deployment: 'live' | 'test';
  readonly version_id?: string;
  readonly status: 'none' | 'working' | 'waiting' | 'with_agent' | 'ended';
  readonly block_id?: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface StartedChat {
  readonly customer_id: number;
  /** Identifies the visitor in later messages. */
  readonly visitor: string;
  /** The sequence number after which to read messages. */
  readonly after: number;
}

export interface ChatTurn {
  readonly messages: readonly Message[];
  readonly conversation: Conversation;
  readonly after: number;
}

/** An example bot. */
export interface Example {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly channel_family: string;
  readonly diagram: Diagram;
}
