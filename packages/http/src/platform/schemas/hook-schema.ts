import * as v from 'valibot';
import { decided, shown } from '../../schemas/marks.ts';
import { safeInteger } from '../../schemas/scalars.ts';
import { seconds } from '../../schemas/seconds.ts';

const url = decided(v.pipe(v.string(), v.metadata({ format: 'uri' })), 'Where messages are posted to: http or https.');
const token = shown(v.string(), 'Sent as `Authorization: Token <token>`; may be empty.');
const name = decided(v.string(), 'For people; may be empty.');

/** @spec PL20 */
export const hookSchema = v.object({
  id: safeInteger,
  channel_id: decided(safeInteger, 'The channel whose messages it is sent.'),
  url,
  token,
  name,
  active: decided(v.boolean(), 'Off while the plan has no message hooks.'),
  created_at: decided(seconds, 'When it was made.'),
  updated_at: decided(seconds, 'When it was last changed.'),
});

export type WireHook = v.InferOutput<typeof hookSchema>;

/** For the contract: the engine judges it. @spec HK8 */
export const hookCreationSchema = v.object({
  url,
  token: v.exactOptional(v.nullable(token)),
  name: v.exactOptional(v.nullable(name)),
});

/** For the contract: the engine judges it. @spec HK9 */
export const hookEditSchema = v.object({
  url: v.exactOptional(v.nullable(url)),
  token: v.exactOptional(v.nullable(token)),
  name: v.exactOptional(v.nullable(name)),
});
