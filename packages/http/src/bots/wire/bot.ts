import type { Bot } from '@botwright/core';
import { describedBySpec, describedHere, integer, maxBotNameLength } from '@botwright/core/inputs';
import * as v from 'valibot';
import { planTier, timestamp, uuid } from '../../schemas.ts';
import { encodeTimestamp } from './timestamp.ts';

export const botState = v.picklist(['active', 'trashed']);

/** @spec AP5 */
export const botSchema = v.object({
  id: uuid,
  number: describedHere(integer, 'Unique across all brands; bot_link blocks store it.'),
  name: describedBySpec(v.pipe(v.string(), v.metadata({ maxLength: maxBotNameLength })), '1 to 50 characters.'),
  workspace: describedBySpec(integer, 'The workspace that the bot belongs to.'),
  channel_family: describedBySpec(v.string(), 'Such as native, msgapp, facebook or apichat.'),
  state: describedBySpec(botState, 'Whether the bot is in the trash.'),
  channels: describedBySpec(v.array(uuid), 'The channels that visitors reach the bot on.'),
  test_channel: describedHere(uuid, 'The channel that the author tests the draft on.'),
  created_at: timestamp,
  edited_at: describedHere(timestamp, 'Moves on every draft write.'),
  published_at: v.exactOptional(describedHere(timestamp, 'When the live version went out.')),
  trashed_at: v.exactOptional(describedHere(timestamp, 'When the bot was moved to the trash.')),
  required_tier: v.exactOptional(
    describedHere(planTier, 'The highest plan tier among the blocks of the live version.'),
  ),
});

export type WireBot = v.InferOutput<typeof botSchema>;

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

/** @returns The body of a response with one bot, JSON text. */
export function encodeOneBot(bot: Bot): string {
  return JSON.stringify({ data: encodeBot(bot) });
}
