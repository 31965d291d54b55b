import type { Bot } from '@botwright/core';
import type { WireBot } from '../schemas/bot-schema.ts';
import { encodeTimestamp } from './timestamp.ts';

/** @spec AP1, AP3, AP5 */
export function encodeBot(bot: Bot): WireBot {
  const wire: WireBot = {
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
  };
  if (bot.publishedAt !== undefined) wire.published_at = encodeTimestamp(bot.publishedAt);
  if (bot.trashedAt !== undefined) wire.trashed_at = encodeTimestamp(bot.trashedAt);
  if (bot.requiredTier !== undefined) wire.required_tier = bot.requiredTier;
  return wire;
}

/** @returns The whole body of an answer that is one bot. */
export function encodeOneBot(bot: Bot): string {
  return JSON.stringify({ data: encodeBot(bot) });
}
