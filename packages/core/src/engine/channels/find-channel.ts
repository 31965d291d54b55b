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
 * @spec CH1, CH10
 */
export function toChannel(record: ChannelRecord): Channel {
  const { number, id, name, type, workspace, active, createdAt, defaultBot, webhook } = record;
  return {
    number,
    id,
    name,
    type,
    workspace,
    active,
    createdAt,
    ...(defaultBot !== undefined && { defaultBot }),
    ...(webhook !== undefined && { webhookOrigin: webhook.origin }),
  };
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
