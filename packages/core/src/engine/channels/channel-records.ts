import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import type { ChannelChange, ChannelRecord, ChannelWebhook } from '../../ports/channel-store.ts';
import type { Cipher } from '../../ports/cipher.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CustomerRecord } from '../../ports/customer-store.ts';
import type { BrandReader } from '../../ports/storage.ts';
import type { Caller } from '../caller.ts';
import { EngineError } from '../engine-error.ts';
import type { EngineTransaction } from '../events/engine-storage.ts';
import { secretContext } from '../secrets/encryption.ts';

export interface Channel {
  /** Unique in a store, across brands. */
  readonly number: number;
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly workspace: number;
  readonly active: boolean;
  readonly createdAt: EpochMs;
  /** Id of the bot that new customers are assigned to, if one was set. */
  readonly defaultBot?: string;
  /** Scheme and host of the webhook, if there is one. */
  readonly webhookOrigin?: string;
}

/**
 * @throws {EngineError} `channel_not_found`
 * @spec CH2, PE3, PE4
 */
export async function findChannel(
  { principal }: Pick<Caller, 'principal'>,
  reader: Pick<BrandReader, 'channels'>,
  number: unknown,
): Promise<ChannelRecord> {
  const channel = Number.isSafeInteger(number) ? await reader.channels.find(number as number) : undefined;
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
export async function toChannel(reader: Pick<BrandReader, 'bots'>, record: ChannelRecord): Promise<Channel> {
  const [channel] = await toChannels(reader, [record]);
  if (channel === undefined) throw new Error('A channel is not shown.');
  return channel;
}

/** The same for several. A bot that was destroyed is left out, though the records of its channels keep its id. @spec CH28 */
export async function toChannels(
  reader: Pick<BrandReader, 'bots'>,
  records: readonly ChannelRecord[],
): Promise<readonly Channel[]> {
  const ids = [...new Set(records.flatMap(({ defaultBot }) => defaultBot ?? []))];
  const linked = ids.length === 0 ? [] : await reader.bots.findLinked({ ids, numbers: [] });
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
      ...(webhook !== undefined && { webhookOrigin: webhook.origin }),
    };
  });
}

/**
 * Writes a change of a channel. When it removes the webhook, pending deliveries to it end.
 *
 * @returns The channel after the change.
 * @spec CH14
 */
export async function changeChannel(
  { clock }: { readonly clock: Clock },
  tx: Pick<EngineTransaction, 'channels' | 'deliveries' | 'raise'>,
  channel: ChannelRecord,
  change: ChannelChange,
): Promise<ChannelRecord> {
  const { number } = channel;
  await tx.channels.update(number, change);
  if ('webhook' in change && change.webhook === undefined) {
    await tx.deliveries.endPending({ kind: 'channel', number }, clock.now());
  }
  const type = 'tokenHash' in change ? 'channel.token_renewed' : 'channel.changed';
  tx.raise({ type, channelNumber: number, workspace: channel.workspace });
  const written = Object.entries({ ...channel, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(written) as unknown as ChannelRecord;
}

/** The webhook as it is stored. @spec CH10, SX9 */
export function encryptWebhook({ cipher }: { readonly cipher: Cipher }, brand: string, url: string): ChannelWebhook {
  return { encryptedUrl: cipher.encrypt(url, secretContext('channel-webhook', brand)), origin: new URL(url).origin };
}

/** Finds the channel of a customer. Throws when there is none, which is an error of the store. */
export async function channelOf(
  reader: Pick<BrandReader, 'channels'>,
  customer: Pick<CustomerRecord, 'number' | 'channelNumber'>,
): Promise<ChannelRecord> {
  const channel = await reader.channels.find(customer.channelNumber);
  if (channel === undefined) throw new Error(`The channel of customer ${customer.number} is not in the store.`);
  return channel;
}
