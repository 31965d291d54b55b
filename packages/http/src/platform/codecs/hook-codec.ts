import type { MessageHook } from '@botwright/core';
import { encodeSeconds } from '../../exchange/token-api/encode-seconds.ts';
import type { WireHook } from '../schemas/hook-schema.ts';

/** @spec PL20, TK18 */
export function encodeHook(hook: MessageHook): WireHook {
  return {
    id: hook.number,
    channel_id: hook.channelNumber,
    url: hook.url,
    token: hook.token,
    name: hook.name,
    active: hook.active,
    created_at: encodeSeconds(hook.createdAt),
    updated_at: encodeSeconds(hook.updatedAt),
  };
}
