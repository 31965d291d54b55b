import type { Slice } from '@botwright/core';
import { jsonReply, type Reply } from '../../exchange/reply/reply.ts';

/** @spec PL1 */
export function replyList<T>(key: string, { items, total }: Slice<T>, encode: (item: T) => unknown): Reply {
  return jsonReply(200, JSON.stringify({ success: true, total, [key]: items.map(encode) }));
}

/** @spec PL2 */
export function replyOne(status: number, key: string, record: unknown): Reply {
  return jsonReply(status, JSON.stringify({ success: true, [key]: record }));
}

/** @spec PL3 */
export const replyDone: Reply = Object.freeze(jsonReply(200, JSON.stringify({ success: true })));
