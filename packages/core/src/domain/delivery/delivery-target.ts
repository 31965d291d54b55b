import type { PlanTier } from '../blocks/block-definition.ts';
import type { Message, SenderType } from '../message/message.ts';
import {
  type ChatPayloadInput,
  encodeChatPayload,
  encodePlatformPayload,
  encodeTransportPayload,
  type PlatformPayloadInput,
} from '../message/payloads.ts';
import { hasMessageHooks } from './message-hooks.ts';

/** A message hook, or the customers of a channel by its webhook or its transport, by its number. */
export interface DeliveryTarget {
  /** Whose number `number` is. */
  readonly kind: 'hook' | 'channel';
  /** Unique in a store among targets of the kind, across brands. */
  readonly number: number;
}

const timeoutsMs: Readonly<Record<DeliveryTarget['kind'], number>> = { hook: 10_000, channel: 60_000 };

/** The time limit of an attempt in milliseconds, from the call to the headers of the response. @spec WH15 */
export function timeoutMsOf(target: DeliveryTarget): number {
  return timeoutsMs[target.kind];
}

/** The name of a target in records and logs, such as `hook:7` or `channel:3`. @spec WH16 */
export function targetName({ kind, number }: DeliveryTarget): string {
  return `${kind}:${number}`;
}

/** @returns `undefined` when the text is not a target's name. @spec WH16 */
export function readTargetName(name: string): DeliveryTarget | undefined {
  const [, kind, digits] = /^(hook|channel):([1-9]\d{0,14})$/.exec(name) ?? [];
  if (digits === undefined) return undefined;
  return { kind: kind === 'hook' ? 'hook' : 'channel', number: Number(digits) };
}

/** The part of a channel that determines the targets of its messages. */
export interface Audience {
  /** The channel of the message. On a `test` channel nothing is delivered. */
  readonly channel: {
    readonly number: number;
    readonly purpose: 'live' | 'test';
    /** Receives messages for the customer; only on APIchat channels. */
    readonly webhook?: unknown;
    /** Whether a transport of the host delivers its messages for the customer. Default: no. */
    readonly hasTransport?: boolean;
    /** Whether its transport gets texts with the marks of messengers. Default: no. */
    readonly hasMarks?: boolean;
  };
  /** The message hooks of the channel; one that is not `active` gets nothing. */
  readonly hooks: readonly { readonly number: number; readonly active: boolean }[];
  /** The plan of the brand: `starter` has no message hooks. */
  readonly plan: PlanTier;
}

/**
 * Lists the targets of a message: hooks in their order, then the webhook or the transport of the channel.
 *
 * @spec WH22, WH23, WH24, WH25, TP1
 */
export function targetsOfMessage(sender: SenderType, { channel, hooks, plan }: Audience): readonly DeliveryTarget[] {
  if (channel.purpose === 'test') return [];
  const active = hasMessageHooks(plan) ? hooks.filter((hook) => hook.active) : [];
  const reachesCustomer = channel.webhook !== undefined || channel.hasTransport === true;
  const goesToCustomer = reachesCustomer && (sender === 'bot' || sender === 'agent');
  return [
    ...active.map(({ number }): DeliveryTarget => ({ kind: 'hook', number })),
    ...(goesToCustomer ? [{ kind: 'channel', number: channel.number } as const] : []),
  ];
}

/** A stored message, with all data of its bodies. */
export interface MessageToDeliver {
  /** As it is stored. */
  readonly message: Message;
  /** Id of the bot that sent the message. */
  readonly botId?: string;
  /** The agent who sent the message. */
  readonly agent?: { readonly name: string; readonly email: string };
  /** Messages of a customer without a token are delivered neither to the webhook nor by the transport of the channel. */
  readonly customer: PlatformPayloadInput['customer'] &
    Omit<ChatPayloadInput['customer'], 'token'> & { readonly token?: string };
  /** The channel of the message, as bodies show it. */
  readonly channel: Audience['channel'] & PlatformPayloadInput['channel'];
  /** The message hooks of the channel. */
  readonly hooks: Audience['hooks'];
  /** The plan of the brand, which allows or forbids hooks. */
  readonly plan: PlanTier;
}

/** A body with its target. */
export interface AddressedBody {
  /** The hook or the channel that gets the body. */
  readonly target: DeliveryTarget;
  /** JSON text, the same for all hooks. */
  readonly body: string;
}

/**
 * Writes the body for each target of a message, in the order of the targets.
 *
 * @spec MS26, MS37, MS39, WH22, WH23, WH24, WH25, TP1
 */
export function bodiesOfMessage(delivered: MessageToDeliver): readonly AddressedBody[] {
  const targets = targetsOfMessage(delivered.message.sender.type, delivered);
  const hookBody = targets.some(({ kind }) => kind === 'hook') ? encodePlatformPayload(delivered) : '';
  return targets.flatMap((target) => {
    const body = target.kind === 'hook' ? hookBody : channelBodyOf(delivered);
    return body === undefined ? [] : [{ target, body }];
  });
}

function channelBodyOf({ message, agent, customer, channel }: MessageToDeliver): string | undefined {
  const { token } = customer;
  if (token === undefined || message.type === 'event') return undefined;
  if (channel.hasTransport === true) {
    return encodeTransportPayload({ message, customer: { ...customer, token }, channel }, channel.hasMarks);
  }
  const { id } = message.sender;
  return encodeChatPayload({
    content: message,
    at: message.at,
    customer: { ...customer, token },
    channel,
    agent: agent === undefined ? { kind: 'bot', number: id } : { kind: 'human', id, ...agent },
  });
}
