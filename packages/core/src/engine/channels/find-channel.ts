import type { ChannelRecord } from '../../ports/channel-store.ts';
import type { BrandReader } from '../../ports/storage.ts';
import { EngineError } from '../engine-error.ts';
import type { Channel } from '../platform.ts';
import type { Scope } from '../scope.ts';

/**
 * @throws {EngineError} `channel_not_found`
 * @spec CH2, PE3, PE4
 */
export async function findChannel(
  scope: Scope,
  reader: Pick<BrandReader, 'channels'>,
  number: unknown,
): Promise<ChannelRecord> {
  const channel = isNumber(number) ? await reader.channels.find(number) : undefined;
  if (channel === undefined || channel.purpose === 'test' || !scope.principal.workspaces.includes(channel.workspace)) {
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

/** A bot that was destroyed is no channel's any more, though records of channels keep its id. @spec CH28 */
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

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
