import type { ChannelSnapshot } from '../../domain/channel.ts';
import { channelOrder, type DeliveryOrder } from '../../domain/delivery/delivery-order.ts';
import type { ChannelChange, ChannelRecord, ChannelWebhook } from '../../records/channels.ts';
import type { CustomerRecord } from '../../records/customers.ts';
import type { Caller } from '../caller.ts';
import { EngineError } from '../engine-error.ts';
import type { EngineParts } from '../engine-parts.ts';
import { secretContext } from '../secrets/encryption.ts';
import { type Changes, load, type Part } from '../use-case/use-case.ts';

/** A place where customers write, such as one account of a messenger. */
export interface Channel
  extends ChannelSnapshot,
    Pick<ChannelRecord, 'number' | 'workspace' | 'active' | 'createdAt' | 'defaultBot'> {
  /** Scheme and host of the webhook, if there is one. */
  readonly webhookOrigin?: string;
  /** The order of messages to the webhook, if there is one. */
  readonly webhookOrder?: DeliveryOrder;
}

/**
 * Loads a channel that the caller can see.
 *
 * @param kind - `lockedChannel` for a use-case that changes it, or something whose changes wait for one another by it.
 * @throws {EngineError} `channel_not_found`
 * @spec CH2, PE3, PE4
 */
export function* loadChannel(
  { principal }: Pick<Caller, 'principal'>,
  number: unknown,
  kind: 'channel' | 'lockedChannel' = 'channel',
): Part<ChannelRecord> {
  const [channel] = Number.isSafeInteger(number) ? yield* load({ kind, number: number as number }) : [];
  if (channel === undefined || channel.purpose === 'test' || !principal.workspaces.includes(channel.workspace)) {
    throw new EngineError('channel_not_found');
  }
  return channel;
}

/**
 * The channel as callers see it.
 *
 * @spec CH1, CH10, CH28
 */
export function* toChannel(record: ChannelRecord): Part<Channel> {
  const [channel] = yield* toChannels([record]);
  if (channel === undefined) throw new Error('A channel is not shown.');
  return channel;
}

/**
 * Shows several channels. Omits destroyed bots, although the records of their channels still have their ids. @spec CH28
 */
export function* toChannels(records: readonly ChannelRecord[]): Part<readonly Channel[]> {
  const ids = [...new Set(records.flatMap(({ defaultBot }) => defaultBot ?? []))];
  const [linked] = ids.length === 0 ? [[]] : yield* load({ kind: 'linkedBots', ids, numbers: [] });
  const present = new Set(linked.map(({ id }) => id));
  return records.map((record) => {
    const { number, id, name, type, workspace, active, createdAt, defaultBot, webhook } = record;
    const hasBot = defaultBot !== undefined && present.has(defaultBot);
    return {
      number,
      id,
      name,
      type,
      workspace,
      active,
      createdAt,
      ...(hasBot && { defaultBot }),
      ...(webhook !== undefined && { webhookOrigin: webhook.origin, webhookOrder: webhook.order ?? channelOrder }),
    };
  });
}

export function insertChannel({ operations, events }: Changes, channel: ChannelRecord): void {
  operations.push({ kind: 'insertChannel', channel });
  events.push({ type: 'channel.created', channelNumber: channel.number, workspace: channel.workspace });
}

/**
 * Changes a channel. When the change removes the webhook, pending deliveries to it end.
 *
 * @returns The channel after the change.
 * @spec CH14
 */
export function changeChannel(
  { clock }: Pick<EngineParts, 'clock'>,
  { operations, events }: Changes,
  channel: ChannelRecord,
  change: ChannelChange,
): ChannelRecord {
  const { number } = channel;
  operations.push({ kind: 'updateChannel', number, change });
  if ('webhook' in change && change.webhook === undefined) {
    operations.push({ kind: 'endPending', target: { kind: 'channel', number }, at: clock.now() });
  }
  const type = 'tokenHash' in change ? 'channel.token_renewed' : 'channel.changed';
  events.push({ type, channelNumber: number, workspace: channel.workspace });
  const written = Object.entries({ ...channel, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(written) as unknown as ChannelRecord;
}

/** The stored form of the webhook. @spec CH10, SX9 */
export function encryptWebhook(
  { cipher }: Pick<EngineParts, 'cipher'>,
  brand: string,
  { url, order }: { readonly url: string; readonly order: DeliveryOrder | undefined },
): ChannelWebhook {
  const encryptedUrl = cipher.encrypt(url, secretContext('channel-webhook', brand));
  return { encryptedUrl, origin: new URL(url).origin, ...(order !== undefined && { order }) };
}

/** Throws when there is no channel of the customer, which is an error of the store. */
export function requireChannelOf({ number }: CustomerRecord, channel: ChannelRecord | undefined): ChannelRecord {
  if (channel === undefined) throw new Error(`The channel of customer ${number} is not in the store.`);
  return channel;
}
