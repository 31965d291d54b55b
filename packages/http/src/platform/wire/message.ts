import { type Message, platformData, secondsOf } from '@botwright/core/conversation';
import { describedBySpec, describedHere, integer } from '@botwright/core/inputs';
import * as v from 'valibot';
import { seconds, uuid } from '../../schemas.ts';

/** @spec PL19 */
export const messageSchema = v.object({
  uuid: describedHere(uuid, 'The same as in `_raw` of requests to message hooks.'),
  seq: describedHere(integer, '1, 2, … for each customer.'),
  type: describedBySpec(v.string(), 'Decides the shape of `data`.'),
  timestamp: seconds,
  data: v.pipe(v.looseObject({}), v.metadata({ additionalProperties: true })),
  sender: v.object({
    id: integer,
    name: v.string(),
    type: v.picklist(['customer', 'bot', 'agent', 'sys']),
  }),
});

export type WireMessage = v.InferOutput<typeof messageSchema>;

/** The message with its markup, for pages. @spec RX18 */
export function encodeMessageForPage(message: Message): WireMessage {
  const encoded = encodeMessage(message);
  const { rich } = message.data as { readonly rich?: unknown };
  return rich === undefined ? encoded : { ...encoded, data: { ...encoded.data, rich } };
}

/** @spec PL19, TK18, RX14 */
export function encodeMessage(message: Message): WireMessage {
  const { uuid, seq, type, at, sender } = message;
  return {
    uuid,
    seq,
    type,
    timestamp: secondsOf(at),
    data: { ...platformData(message) },
    sender: { id: sender.id, name: sender.name, type: sender.type },
  };
}
