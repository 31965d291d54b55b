import type { Channel, MessageHook } from '@botwright/core';
import { secondsOf } from '@botwright/core/conversation';
import { describedBySpec, describedHere, integer } from '@botwright/core/inputs';
import * as v from 'valibot';
import { seconds, uuid } from '../../schemas.ts';

/** @spec PL10 */
export const channelSchema = v.object({
  id: describedBySpec(integer, 'The id for every path and filter.'),
  uuid: describedHere(uuid, 'The id that the Bots API shows.'),
  name: v.string(),
  type: describedBySpec(v.string(), 'Such as native, msgapp, facebook or apichat.'),
  active: describedBySpec(v.boolean(), 'Whether it takes messages.'),
  created_at: describedHere(seconds, 'When it was made.'),
});

export type WireChannel = v.InferOutput<typeof channelSchema>;

/** @spec PL10, TK18 */
export function encodeChannel({ number, id, name, type, active, createdAt }: Channel): WireChannel {
  return { id: number, uuid: id, name, type, active, created_at: secondsOf(createdAt) };
}

/** @spec PL20 */
export const hookSchema = v.object({
  id: integer,
  channel_id: describedHere(integer, 'The channel whose messages it is sent.'),
  url: describedHere(v.pipe(v.string(), v.metadata({ format: 'uri' })), 'Where messages are posted to: http or https.'),
  token: describedBySpec(v.string(), 'Sent as `Authorization: Token <token>`; may be empty.'),
  name: describedHere(v.string(), 'For people; may be empty.'),
  order: describedHere(
    v.picklist(['customer', 'none']),
    "With customer, a customer's next message waits until the one before was delivered or given up.",
  ),
  active: describedHere(v.boolean(), 'Off while the plan has no message hooks.'),
  created_at: describedHere(seconds, 'When it was made.'),
  updated_at: describedHere(seconds, 'When it was last changed.'),
});

export type WireHook = v.InferOutput<typeof hookSchema>;

/** @spec PL20, TK18 */
export function encodeHook(hook: MessageHook): WireHook {
  return {
    id: hook.number,
    channel_id: hook.channelNumber,
    url: hook.url,
    token: hook.token,
    name: hook.name,
    order: hook.order,
    active: hook.active,
    created_at: secondsOf(hook.createdAt),
    updated_at: secondsOf(hook.updatedAt),
  };
}

/** @spec PL24 */
export const templateSchema = v.object({
  id: describedHere(v.string(), 'Stable name.'),
  name: describedHere(v.string(), 'For people.'),
  language: describedHere(v.string(), 'Such as en.'),
  category: describedHere(v.string(), 'Such as utility.'),
  body: describedHere(v.string(), 'The text, with numbered places such as {{1}}.'),
});

export type MessageTemplate = v.InferOutput<typeof templateSchema>;

export const defaultTemplates: readonly MessageTemplate[] = [
  { id: 'welcome', name: 'Welcome', language: 'en', category: 'utility', body: 'Hello {{1}}, how can we help you?' },
  {
    id: 'follow_up',
    name: 'Follow-up',
    language: 'en',
    category: 'utility',
    body: 'Hello {{1}}, is there anything else that we can do for you?',
  },
];
