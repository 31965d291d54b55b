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
  readonly 'bot.created': OfBot;
  readonly 'bot.renamed': OfBot;
  readonly 'bot.trashed': OfBot;
  readonly 'bot.restored': OfBot;
  readonly 'bot.destroyed': OfBot;
  /** The version is live. `restoredFrom`: the version that it was copied from. */
  readonly 'bot.published': OfVersion & { readonly restoredFrom?: string };
  readonly 'draft.changed': OfBot & { readonly revision: number };
  readonly 'draft.deployed': OfBot & { readonly revision: number };
  readonly 'version.labelled': OfVersion;
  readonly 'version.deleted': OfVersion;
  /** A version of an older builder was stored. */
  readonly 'version.imported': OfVersion;
  readonly 'feedback.changed': OfBot;
  readonly 'channel.created': OfChannel;
  readonly 'channel.changed': OfChannel;
  readonly 'channel.token_renewed': OfChannel;
  readonly 'hook.created': OfHook;
  readonly 'hook.changed': OfHook;
  readonly 'hook.deleted': OfHook;
  /** The plan of the brand switched it on or off. */
  readonly 'hook.switched': OfHook & { readonly active: boolean };
  readonly 'customer.created': OfCustomer;
  /** A caller wrote members or Fields. */
  readonly 'customer.changed': OfCustomer;
  readonly 'customer.deleted': OfCustomer;
  readonly 'customer.archived': OfCustomer;
  readonly 'customer.unarchived': OfCustomer;
  readonly 'customer.blocked': OfCustomer;
  readonly 'customer.unblocked': OfCustomer;
  readonly 'customer.opted_in': OfCustomer;
  readonly 'customer.opted_out': OfCustomer;
  readonly 'customer.assigned': OfCustomer & ({ readonly agentId: number } | { readonly botId: string });
  readonly 'customer.unassigned': OfCustomer;
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
  readonly 'delivery.replayed': OfDelivery & { readonly replayOf: string };
  readonly 'account.connection_started': OfConnection;
  readonly 'account.connected': OfConnection & { readonly accountId: string };
  readonly 'account.connection_declined': OfConnection;
  /** The provider no longer accepts the tokens of the account. */
  readonly 'account.lost': { readonly accountId: string; readonly accountKind: AccountKind };
  /** Settings of the brand were written, one by one or by a configuration. */
  readonly 'brand.changed': object;
  readonly 'brand.removed': object;
  readonly 'token.created': { readonly tokenId: string; readonly person: number };
  readonly 'token.revoked': { readonly tokenId: string };
  readonly 'agent.changed': { readonly agentId: number };
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
