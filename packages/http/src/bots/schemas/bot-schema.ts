import * as v from 'valibot';
import { objectOf } from '../../schemas/json-object.ts';
import { decided, shown } from '../../schemas/marks.ts';
import { planTier, safeInteger, timestamp, uuid } from '../../schemas/scalars.ts';
import { anyDiagram } from './diagram-schema.ts';

export const botState = v.picklist(['active', 'trashed']);

/** @spec AP5 */
export const botSchema = v.object({
  id: uuid,
  number: decided(safeInteger, 'Unique in the installation: what a bot_link block stores.'),
  name: shown(v.pipe(v.string(), v.metadata({ maxLength: 50 })), '1 to 50 characters.'),
  workspace: shown(safeInteger, 'The workspace that the bot belongs to.'),
  channel_family: shown(v.string(), 'Such as native, msgapp, facebook or apichat.'),
  state: shown(botState, 'Whether the bot is in the trash.'),
  channels: shown(v.array(uuid), 'The channels that visitors reach the bot on.'),
  test_channel: decided(uuid, 'The channel that the author tests the draft on.'),
  created_at: timestamp,
  edited_at: decided(timestamp, 'Moves on every draft write.'),
  published_at: v.exactOptional(decided(timestamp, 'When the live version went out.')),
  trashed_at: v.exactOptional(decided(timestamp, 'When the bot was moved to the trash.')),
  required_tier: v.exactOptional(decided(planTier, 'The highest plan tier among the blocks of the live version.')),
});

export type WireBot = v.InferOutput<typeof botSchema>;

const botName = shown(v.string(), '1 to 50 characters, counted as Unicode code points after trimming.');

/** @spec AP7, AP8 */
export const botCreationSchema = objectOf({
  name: botName,
  channel_family: shown(v.string(), 'Such as native, msgapp, facebook or apichat.'),
  workspace: v.exactOptional(shown(safeInteger, 'May be left out by a caller with exactly one workspace.')),
  diagram: v.exactOptional(anyDiagram),
});

/** @spec AP9, AP10 */
export const botSourceSchema = objectOf({
  source: shown(v.string(), 'The bot to duplicate.'),
  name: v.exactOptional(botName),
  channel_family: v.exactOptional(v.string()),
  workspace: v.exactOptional(safeInteger),
  diagram: v.exactOptional(anyDiagram),
});

export const botUpdateSchema = objectOf({
  name: v.exactOptional(botName),
  state: v.exactOptional(shown(v.literal('active'), 'Takes the bot out of the trash.')),
});
