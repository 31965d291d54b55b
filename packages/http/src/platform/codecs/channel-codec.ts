import type { Channel } from '@botwright/core';
import { encodeSeconds } from '../../exchange/token-api/encode-seconds.ts';
import type { WireChannel } from '../schemas/channel-schema.ts';

/** @spec PL10, TK18 */
export function encodeChannel({ number, id, name, type, active, createdAt }: Channel): WireChannel {
  return { id: number, uuid: id, name, type, active, created_at: encodeSeconds(createdAt) };
}
