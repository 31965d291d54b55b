import { byteLength } from './byte-length.ts';
import type { Reply } from './reply.ts';

export interface ReplyMemo<TValue extends object> {
  /** @param value - Frozen throughout, or not at all. */
  replyTo(value: TValue): Reply;
}

/**
 * Encodes what cannot change any more once, however often it is asked for; the reply goes with the value. All other
 * values are encoded each time.
 *
 * @spec AP11
 */
export function replyMemo<TValue extends object>(encode: (value: TValue) => Reply): ReplyMemo<TValue> {
  const replies = new WeakMap<TValue, Reply>();

  return {
    replyTo(value) {
      const known = replies.get(value);
      if (known !== undefined) return known;
      const reply = encode(value);
      if (Object.isFrozen(value)) replies.set(value, measured(reply));
      return reply;
    },
  };
}

function measured(reply: Reply): Reply {
  const { body } = reply;
  return Object.freeze(body === undefined ? { ...reply } : { ...reply, contentLength: String(byteLength(body)) });
}
