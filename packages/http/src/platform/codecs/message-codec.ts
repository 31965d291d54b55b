import type { Message } from '@botwright/core';
import { encodeSeconds } from '../../exchange/token-api/encode-seconds.ts';
import type { WireMessage } from '../schemas/message-schema.ts';

/** @spec PL19, TK18 */
export function encodeMessage({ uuid, seq, type, at, data, sender }: Message): WireMessage {
  return {
    uuid,
    seq,
    type,
    timestamp: encodeSeconds(at),
    data: { ...data },
    sender: { id: sender.id, name: sender.name, type: sender.type },
  };
}
