import * as v from 'valibot';
import { decided, shown } from '../../schemas/marks.ts';
import { safeInteger, uuid } from '../../schemas/scalars.ts';
import { seconds } from '../../schemas/seconds.ts';

/** @spec PL10 */
export const channelSchema = v.object({
  id: shown(safeInteger, 'What every path and filter takes.'),
  uuid: decided(uuid, 'The id that the Bots API shows.'),
  name: v.string(),
  type: shown(v.string(), 'Such as native, msgapp, facebook or apichat.'),
  active: shown(v.boolean(), 'Whether it takes messages.'),
  created_at: decided(seconds, 'When it was made.'),
});

export type WireChannel = v.InferOutput<typeof channelSchema>;
