import type { Bot } from '@botwright/core';
import type { WireBot } from '../schemas/bot-schema.ts';
import { encodeTimestamp } from './timestamp.ts';

/** @spec AP1, AP3, AP5 */
export function encodeBot(bot: Bot): WireBot {
  const { publishedAt, trashedAt, requiredTier } = bot;
  return {
    id: bot.id,
    number: bot.number,
    name: bot.name,
    workspace: bot.workspace,
    channel_family: bot.channelFamily,
    state: bot.state,
    channels: [...bot.channels],
    test_channel: bot.testChannel,
    created_at: encodeTimestamp(bot.createdAt),
    edited_at: encodeTimestamp(bot.editedAt),
    ...(publishedAt !== undefined && { published_at: encodeTimestamp(publishedAt) }),
    ...(trashedAt !== undefined && { trashed_at: encodeTimestamp(trashedAt) }),
    ...(requiredTier !== undefined && { required_tier: requiredTier }),
  };
}
