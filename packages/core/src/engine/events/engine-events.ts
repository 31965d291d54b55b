import type { AccountKind } from '../../domain/account-connection/connected-account.ts';
import type { DeliveryEnd, DeliveryState } from '../../domain/delivery/delivery-progress.ts';
import type { DeliveryTarget } from '../../domain/delivery/delivery-target.ts';
import type { Message } from '../../domain/message/message.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';

/**
 * The actor of an event. `host`: the host itself, by `engine.brands`, `tokens`, `agents`, `configure` or `plans`.
 * `engine`: the engine's own work, such as a step of a bot or an attempt of a delivery.
 *
 * @spec EV7
 */
export type EventActor =
  | { readonly kind: 'person'; readonly person: number }
  | { readonly kind: 'channel'; readonly channelNumber: number }
  | { readonly kind: 'host' }
  | { readonly kind: 'engine' };

/** The host itself. */
export const byHost: EventActor = Object.freeze({ kind: 'host' });

interface OfBot {
  /** UUID of the bot, also after it was destroyed. */
  readonly botId: string;
  /** The workspace of the bot. */
  readonly workspace: number;
}

interface OfVersion extends OfBot {
  /** UUID v7 of the version, also after it was deleted. */
  readonly versionId: string;
}

interface OfChannel {
  /** Number of the channel. */
  readonly channelNumber: number;
  /** The workspace of the channel. */
  readonly workspace: number;
}

interface OfHook {
  /** The channel whose messages it receives. */
  readonly channelNumber: number;
  /** Still named after the hook was deleted. */
  readonly hookNumber: number;
}

interface OfCustomer {
  /** Still named after the customer was deleted. */
  readonly customerNumber: number;
  /** The channel on which the customer writes. */
  readonly channelNumber: number;
  /** The workspace of the channel. */
  readonly workspace: number;
}

interface OfDelivery {
  /** UUID of the delivery. */
  readonly deliveryId: string;
  /** The hook or channel, by its number. */
  readonly target: DeliveryTarget;
  /** The workspace of the channel. */
  readonly workspace: number;
  /** The customer that the message is about. */
  readonly customerNumber: number;
}

interface OfConnection {
  /** Id of the connection, also after it has ended. */
  readonly connectionId: string;
  /** Such as `spreadsheets`. */
  readonly accountKind: AccountKind;
}

/**
 * Members of each kind of event, in addition to `type`, `at`, `brand` and `by`. Only ids, numbers and words of closed
 * sets: no names, texts, addresses or tokens.
 *
 * @spec EV6, EV8
 */
export interface EventDetails {
  /** Also by duplication and import. */
  readonly 'bot.created': OfBot;
  /** The name, which the event does not have, is another one. */
  readonly 'bot.renamed': OfBot;
  /** It no longer answers, and can be restored. */
  readonly 'bot.trashed': OfBot;
  /** It left the trash. */
  readonly 'bot.restored': OfBot;
  /** It is gone, with its drafts, versions and own channels. */
  readonly 'bot.destroyed': OfBot;
  /** The version is live. `restoredFrom`: the version that it was copied from. */
  readonly 'bot.published': OfVersion & { readonly restoredFrom?: string };
  /** A new revision of the draft is stored. */
  readonly 'draft.changed': OfBot & { readonly revision: number };
  /** This revision answers on the test channel. */
  readonly 'draft.deployed': OfBot & { readonly revision: number };
  /** It got a name, or lost it. */
  readonly 'version.labelled': OfVersion;
  /** It can no longer be restored. */
  readonly 'version.deleted': OfVersion;
  /** A version of an older builder was stored. */
  readonly 'version.imported': OfVersion;
  /** The settings of the question at the end of conversations were written. */
  readonly 'feedback.changed': OfBot;
  /** Own channels of a bot come with the bot, without this event. */
  readonly 'channel.created': OfChannel;
  /** A setting was written, such as its name, webhook or bot. */
  readonly 'channel.changed': OfChannel;
  /** Its former token is no longer valid. */
  readonly 'channel.token_renewed': OfChannel;
  /** It gets the messages from now on. */
  readonly 'hook.created': OfHook;
  /** Its address, token or order was written. */
  readonly 'hook.changed': OfHook;
  /** Its pending deliveries end with it. */
  readonly 'hook.deleted': OfHook;
  /** The plan of the brand switched it on or off. */
  readonly 'hook.switched': OfHook & { readonly active: boolean };
  /** Somebody wrote to the channel for the first time. */
  readonly 'customer.created': OfCustomer;
  /** A caller wrote members or Fields. */
  readonly 'customer.changed': OfCustomer;
  /** The customer is gone, with conversation and messages. */
  readonly 'customer.deleted': OfCustomer;
  /** A caller put the conversation aside. */
  readonly 'customer.archived': OfCustomer;
  /** The conversation is no longer aside. */
  readonly 'customer.unarchived': OfCustomer;
  /** Messages of the customer are refused. */
  readonly 'customer.blocked': OfCustomer;
  /** Messages of the customer are accepted again. */
  readonly 'customer.unblocked': OfCustomer;
  /** The customer accepts messages. */
  readonly 'customer.opted_in': OfCustomer;
  /** The customer no longer accepts messages. */
  readonly 'customer.opted_out': OfCustomer;
  /** The agent, or the bot, answers from now on. */
  readonly 'customer.assigned': OfCustomer & ({ readonly agentId: number } | { readonly botId: string });
  /** Neither the former agent nor a bot is assigned. */
  readonly 'customer.unassigned': OfCustomer;
  /** A message of any sender is stored. `seq` counts the messages of the customer from 1. */
  readonly 'message.recorded': OfCustomer & {
    readonly messageUuid: string;
    readonly seq: number;
    readonly sender: Message['sender']['type'];
  };
  /** The bot or a person ended the conversation. */
  readonly 'conversation.closed': OfCustomer;
  /**
   * The conversation began again, because the block at which it waited is not in the version that the bot runs on now
   * (`removed`), or has another template there (`retyped`).
   */
  readonly 'conversation.restarted': OfCustomer & {
    readonly botId: string;
    readonly blockId: string;
    readonly change: 'removed' | 'retyped';
  };
  /** A step was given up after it failed repeatedly or ended processes. */
  readonly 'conversation.failed': OfCustomer;
  /**
   * An attempt has ended. `state`: the next state of the delivery, unless another worker has taken it over. `status`:
   * of the response, if there was one.
   */
  readonly 'delivery.attempted': OfDelivery & {
    readonly attempt: number;
    readonly state: DeliveryState;
    readonly status?: number;
  };
  /**
   * No further attempt is made, and the store says so. Pending deliveries of a hook or a customer that is deleted end
   * without such an event.
   */
  readonly 'delivery.dead': OfDelivery & { readonly attempts: number; readonly reason: DeliveryEnd };
  /** A caller made a new delivery of an ended one, `replayOf`. */
  readonly 'delivery.replayed': OfDelivery & { readonly replayOf: string };
  /** A link was made, on whose page a person connects an account. */
  readonly 'account.connection_started': OfConnection;
  /** The account can be used by bots. */
  readonly 'account.connected': OfConnection & { readonly accountId: string };
  /** The person, or the provider, refused. */
  readonly 'account.connection_declined': OfConnection;
  /** The provider no longer accepts the tokens of the account. */
  readonly 'account.lost': { readonly accountId: string; readonly accountKind: AccountKind };
  /** Settings of the brand were written, one by one or by a configuration. */
  readonly 'brand.changed': object;
  /** Its callers are no longer served; its bots stay stored. */
  readonly 'brand.removed': object;
  /** The token of an agent is valid. */
  readonly 'token.created': { readonly tokenId: string; readonly person: number };
  /** The token is no longer valid. */
  readonly 'token.revoked': { readonly tokenId: string };
  /** An agent was added, or has other values. */
  readonly 'agent.changed': { readonly agentId: number };
  /** Customers can no longer be assigned to the agent. */
  readonly 'agent.removed': { readonly agentId: number };
}

export type EngineEventType = keyof EventDetails;

/** The members of an event that its cause gives. */
export type RaisedEvent = {
  [TType in EngineEventType]: { readonly type: TType } & EventDetails[TType];
}[EngineEventType];

/**
 * A committed change or action: a union by `type`.
 *
 * @example engine.events.subscribe((event) => { if (event.type === 'bot.published') clearCache(event.brand,
 * event.botId); });
 */
export type EngineEvent<TType extends EngineEventType = EngineEventType> = {
  [T in TType]: {
    readonly type: T;
    readonly at: EpochMs;
    readonly brand: string;
    readonly by: EventActor;
  } & EventDetails[T];
}[TType];

/** `count` events were lost: the subscriber's queue was full, or the store removed them. @spec EV5, EV18 */
export interface EventsLost {
  readonly type: 'events.lost';
  /** When the subscriber could be informed again. */
  readonly at: EpochMs;
  /** Since the last event that the subscriber got. */
  readonly count: number;
}
