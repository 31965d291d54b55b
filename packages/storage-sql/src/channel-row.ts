import type { ChannelRecord } from '@botwright/core/ports';

export interface ChannelRow {
  readonly number: number;
  readonly id: string;
  readonly bot_id: string | null;
  readonly workspace: number;
  readonly purpose: ChannelRecord['purpose'];
  readonly name: string;
  readonly type: string;
  /** 0 or 1. */
  readonly active: number;
  readonly configured: number;
  readonly token_hash: string | null;
  /** Both or neither. */
  readonly webhook_origin: string | null;
  readonly sealed_webhook_url: string | null;
  readonly default_bot: string | null;
  readonly created_at: number;
}

export const channelColumns = [
  'number',
  'id',
  'bot_id',
  'workspace',
  'purpose',
  'name',
  'type',
  'active',
  'configured',
  'token_hash',
  'webhook_origin',
  'sealed_webhook_url',
  'default_bot',
  'created_at',
] as const satisfies readonly (keyof ChannelRow)[];

export function encodeChannel(channel: ChannelRecord): ChannelRow {
  return {
    number: channel.number,
    id: channel.id,
    bot_id: channel.botId ?? null,
    workspace: channel.workspace,
    purpose: channel.purpose,
    name: channel.name,
    type: channel.type,
    active: Number(channel.active),
    configured: Number(channel.configured),
    token_hash: channel.tokenHash ?? null,
    webhook_origin: channel.webhook?.origin ?? null,
    sealed_webhook_url: channel.webhook?.encryptedUrl ?? null,
    default_bot: channel.defaultBot ?? null,
    created_at: channel.createdAt,
  };
}

export function decodeChannel(row: ChannelRow): ChannelRecord {
  const { webhook_origin: origin, sealed_webhook_url: encryptedUrl } = row;
  return {
    number: row.number,
    id: row.id,
    ...(row.bot_id === null ? undefined : { botId: row.bot_id }),
    workspace: row.workspace,
    purpose: row.purpose,
    name: row.name,
    type: row.type,
    active: row.active === 1,
    configured: row.configured === 1,
    ...(row.token_hash === null ? undefined : { tokenHash: row.token_hash }),
    ...(origin === null || encryptedUrl === null ? undefined : { webhook: { encryptedUrl, origin } }),
    ...(row.default_bot === null ? undefined : { defaultBot: row.default_bot }),
    createdAt: row.created_at,
  };
}
