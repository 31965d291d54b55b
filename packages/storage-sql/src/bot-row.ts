import type { BotRecord } from '@botwright/core/ports';

export interface BotRow {
  readonly number: number;
  readonly id: string;
  readonly name: string;
  readonly folded_name: string;
  readonly workspace: number;
  readonly channel_family: string;
  readonly state: BotRecord['state'];
  readonly builder: BotRecord['builder'];
  /** A JSON list of ids. */
  readonly channels: string;
  readonly test_channel: string;
  readonly created_at: number;
  readonly edited_at: number;
  readonly published_at: number | null;
  readonly trashed_at: number | null;
  readonly required_tier: NonNullable<BotRecord['requiredTier']> | null;
  readonly live_version: string | null;
}

export const botColumns = [
  'number',
  'id',
  'name',
  'folded_name',
  'workspace',
  'channel_family',
  'state',
  'builder',
  'channels',
  'test_channel',
  'created_at',
  'edited_at',
  'published_at',
  'trashed_at',
  'required_tier',
  'live_version',
] as const satisfies readonly (keyof BotRow)[];

export function encodeBot(bot: BotRecord): BotRow & { readonly created_key: string; readonly published_key: string } {
  return {
    number: bot.number,
    id: bot.id,
    name: bot.name,
    folded_name: bot.foldedName,
    workspace: bot.workspace,
    channel_family: bot.channelFamily,
    state: bot.state,
    builder: bot.builder,
    channels: JSON.stringify(bot.channels),
    test_channel: bot.testChannel,
    created_at: bot.createdAt,
    edited_at: bot.editedAt,
    published_at: bot.publishedAt ?? null,
    trashed_at: bot.trashedAt ?? null,
    required_tier: bot.requiredTier ?? null,
    live_version: bot.liveVersion ?? null,
    created_key: momentKey(bot.createdAt),
    published_key: momentKey(bot.publishedAt) + momentKey(bot.createdAt),
  };
}

export function decodeBot(row: BotRow): BotRecord {
  return {
    id: row.id,
    number: row.number,
    name: row.name,
    foldedName: row.folded_name,
    workspace: row.workspace,
    channelFamily: row.channel_family,
    state: row.state,
    builder: row.builder,
    channels: JSON.parse(row.channels),
    testChannel: row.test_channel,
    createdAt: row.created_at,
    editedAt: row.edited_at,
    ...(row.published_at === null ? undefined : { publishedAt: row.published_at }),
    ...(row.trashed_at === null ? undefined : { trashedAt: row.trashed_at }),
    ...(row.required_tier === null ? undefined : { requiredTier: row.required_tier }),
    ...(row.live_version === null ? undefined : { liveVersion: row.live_version }),
  };
}

/** The later a moment, the smaller its key; a bot that was never published comes last. */
export function momentKey(moment: number | undefined): string {
  const distance = moment === undefined ? 18_014_398_509_481_983n : 9_007_199_254_740_991n - BigInt(moment);
  return String(distance).padStart(17, '0');
}
