import type { Customer } from '../domain/customer/customer.ts';
import type { DeliveryProgress, DeliveryState } from '../domain/delivery/delivery-progress.ts';
import type { DeliveryTarget } from '../domain/delivery/delivery-target.ts';
import type { Field } from '../domain/field/field.ts';
import type { MediaType, Message } from '../domain/message/message.ts';
import type { AgentSend } from '../domain/message/read-agent-send.ts';
import type { Slice } from '../domain/paging/page.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { EffectOutcome } from '../ports/conversation-runner.ts';
import type { CustomerText } from '../ports/customer-store.ts';

export interface OffsetRequest {
  /** Default 0. */
  readonly offset?: number;
  /** 0 to 100, default 20. */
  readonly limit?: number;
}

export interface Channel {
  /** Unique in the installation. */
  readonly number: number;
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly workspace: number;
  readonly active: boolean;
  readonly createdAt: EpochMs;
  /** Bot that new customers get, where one was set. */
  readonly defaultBot?: string;
  /** Scheme and host of the webhook, where there is one. */
  readonly webhookOrigin?: string;
}

export interface ChannelCreation {
  readonly type: string;
  readonly name: string;
  /** May be left out by a caller with exactly one. */
  readonly workspace?: number;
  /** For `apichat` alone, 16 visible ASCII characters or more; made when left out. */
  readonly token?: string;
  /** For `apichat` alone. */
  readonly webhookUrl?: string;
}

export interface ChannelEdit {
  readonly name?: string;
  readonly active?: boolean;
  /** `undefined` takes the webhook away; left out, it stays. */
  readonly webhookUrl?: string | undefined;
}

/** @throws {EngineError} `channel_not_found` on every method that takes a channel which the caller cannot see. */
export interface Channels {
  /** The token of an `apichat` channel is told here and never again. */
  create(creation: ChannelCreation): Promise<{ readonly channel: Channel; readonly token?: string }>;
  /** By ascending number; test channels are not among them. */
  list(request?: OffsetRequest & { readonly type?: string; readonly active?: boolean }): Promise<Slice<Channel>>;
  get(channel: number): Promise<Channel>;
  update(channel: number, edit: ChannelEdit): Promise<Channel>;
  /** Gives new customers of the channel this bot; `undefined` leaves the choice to the last publication. */
  setBot(channel: number, botId: string | undefined): Promise<Channel>;
  /** The former token stops with the next request. */
  renewToken(channel: number): Promise<{ readonly channel: Channel; readonly token: string }>;
}

export interface CustomerListRequest extends OffsetRequest {
  readonly channel?: number;
  /** `null`: assigned to no agent. */
  readonly agentId?: number | null;
  readonly archived?: boolean;
  readonly optIn?: boolean;
  /** Where to look for `search`: the two go together. */
  readonly searchBy?: CustomerText;
  /** 1 to 255 characters, found whatever the case, wherever they stand. */
  readonly search?: string;
}

export interface CustomerEdit {
  readonly name?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly opt_in?: boolean | null;
}

/** @throws {EngineError} `customer_not_found` on every method that takes a customer whom the caller cannot see. */
export interface Customers {
  /**
   * By ascending number.
   *
   * @throws {EngineError} `too_many_requests` for a search when many of the brand wait already.
   */
  list(request?: CustomerListRequest): Promise<Slice<Customer>>;
  get(customer: number): Promise<Customer>;
  /**
   * Writes the members given, in the names of the wire; what is left out or `null` stays, an empty text clears.
   *
   * @throws {EngineError} `invalid_parameters`, also for any other member and for none.
   */
  update(customer: number, edit: CustomerEdit): Promise<Customer>;
  /** Erases messages, conversation and the bodies of deliveries too. */
  delete(customer: number): Promise<void>;
  archive(customer: number): Promise<Customer>;
  unarchive(customer: number): Promise<Customer>;
  block(customer: number): Promise<Customer>;
  unblock(customer: number): Promise<Customer>;
  /** Takes messages that nobody asked for, or takes none any more: it is kept, and sends nothing. */
  optIn(customer: number): Promise<Customer>;
  optOut(customer: number): Promise<Customer>;
  /**
   * @param agentId - Default: who is calling.
   * @throws {EngineError} `agent_not_found`
   */
  assign(customer: number, agentId?: number): Promise<Customer>;
  /** @throws {EngineError} `bot_not_found` for a bot that is absent or in the trash. */
  assignBot(
    customer: number,
    botNumber: number,
    options?: { readonly launch?: boolean; readonly node?: string },
  ): Promise<Customer>;
  unassign(customer: number): Promise<Customer>;
  /** @throws {EngineError} `field_not_found` */
  getField(customer: number, name: string): Promise<Field>;
  /** @throws {EngineError} `invalid_parameters` */
  setField(customer: number, name: string, field: Field): Promise<Field>;
  /** @throws {EngineError} `field_not_found` */
  deleteField(customer: number, name: string): Promise<void>;
}

export interface Messages {
  /** What the caller, as an agent, says to a customer: the fields of `send_text`, `send_image`, `send_location`. */
  send(customer: number, kind: AgentSend, body: unknown): Promise<Message>;
  /** Newest first. */
  list(customer: number, request?: OffsetRequest): Promise<Slice<Message>>;
}

export interface MessageHook {
  readonly number: number;
  readonly channelNumber: number;
  readonly url: string;
  readonly token: string;
  readonly name: string;
  readonly active: boolean;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
}

/**
 * @throws {EngineError} `channel_not_found`, `hook_not_found`; on `create` and `update` then `plan_required`, then
 *   `invalid_parameters`.
 */
export interface MessageHooks {
  create(
    channel: number,
    hook: { readonly url: string; readonly token?: string; readonly name?: string },
  ): Promise<MessageHook>;
  /** By ascending number. */
  list(channel: number, request?: OffsetRequest): Promise<Slice<MessageHook>>;
  get(channel: number, hook: number): Promise<MessageHook>;
  update(
    channel: number,
    hook: number,
    edit: { readonly url?: string; readonly token?: string; readonly name?: string },
  ): Promise<MessageHook>;
  /** Ends its pending deliveries. */
  delete(channel: number, hook: number): Promise<void>;
}

export interface Delivery {
  readonly id: string;
  readonly target: DeliveryTarget;
  readonly messageUuid: string;
  readonly customerNumber: number;
  /** Scheme and host it goes to. */
  readonly origin: string;
  readonly createdAt: EpochMs;
  readonly replayOf?: string;
  readonly progress: DeliveryProgress;
}

/** @throws {EngineError} `delivery_not_found` */
export interface Deliveries {
  /** Newest first. Dead letters: `state: 'dead'`. */
  list(
    request?: OffsetRequest & { readonly state?: DeliveryState; readonly target?: DeliveryTarget },
  ): Promise<Slice<Delivery>>;
  get(id: string): Promise<Delivery>;
  /** Makes a new delivery of the same body to the same target, due at once. */
  replay(id: string): Promise<Delivery>;
}

/** Somebody on the own channel of a bot. */
export interface Visit {
  /** Its uuid. */
  readonly bot: string;
  /** What to talk to: the live version on the bot's web channel (the default), or what was deployed to the test channel. */
  readonly deployment?: 'live' | 'test';
  /** What the host calls the visitor, as an APIchat channel names its customers. */
  readonly visitor: string;
}

/** What is said, as it is sent into an APIchat channel. */
export interface VisitMessage {
  readonly message:
    | { readonly type: 'text'; readonly message: string; readonly payload?: string }
    | { readonly type: MediaType; readonly url: string; readonly message?: string }
    | { readonly type: 'location'; readonly latitude: number; readonly longitude: number };
  /** What is known of the visitor: name, email, phone, and Fields. */
  readonly customer?: Readonly<Record<string, string | number | boolean | null>>;
}

/** A place in a conversation: what comes next stands after it. */
export interface ConversationPlace {
  readonly customer: number;
  readonly after: number;
}

/**
 * Conversations as a host sees them that embeds the engine: a page of its own, a terminal, a test.
 *
 * @throws {EngineError} `customer_not_found` on every method that takes a customer of a workspace outside the caller's.
 */
export interface Conversations {
  /**
   * Takes in what a visitor says. It is answered once it is stored; the bot works after that.
   *
   * @throws {EngineError} `bot_not_found`, `channel_not_found`, `customer_blocked`, `invalid_parameters`
   */
  receive(visit: Visit & VisitMessage): Promise<ConversationPlace>;
  /** Begins the conversation, at the greeting or at a block, before the visitor says anything. Throws as `receive`. */
  start(visit: Visit & { readonly node?: string }): Promise<ConversationPlace>;
  /** Works the conversation here and now, until it waits for the visitor or for an outcome that comes later. */
  settle(customer: number): Promise<void>;
  /** What was said after a place, oldest first; from the beginning when it is left out. */
  messages(customer: number, after?: number): Promise<readonly Message[]>;
  /** Ends the conversation. */
  close(customer: number): Promise<void>;
  /**
   * Hands in what became of an effect whose outcome was to come later. One that is not awaited changes nothing.
   *
   * @throws {EngineError} `invalid_parameters` for an outcome that is none.
   */
  resolve(customer: number, effectId: string, outcome: EffectOutcome): Promise<void>;
}

/** Who pushes messages in: a channel, by its token. */
export interface ChannelCaller {
  readonly brand: string;
  readonly channelNumber: number;
}

/** What an APIchat channel can do. */
export interface ChannelEngine {
  /**
   * Takes in what a customer said. It is answered once it is stored; the bot works after that.
   *
   * @throws {EngineError} `customer_blocked`, `invalid_parameters`
   */
  send(
    customerToken: string,
    body: unknown,
  ): Promise<{
    readonly customer: { readonly number: number; readonly token: string };
    readonly isNew: boolean;
    readonly messageUuid: string;
  }>;
}
