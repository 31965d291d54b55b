import type { InputRead } from '../input/input-fault.ts';
import { refuseInput } from '../input/input-fault.ts';
import { type MemberReader, memberReader } from '../input/member-reader.ts';
import { isJsonObject } from '../json/json-value.ts';
import type { SpokenContent } from './message.ts';
import { readLocation } from './read-location.ts';
import { defaultSendBounds, type SendBounds, textBoundsOf } from './send-bounds.ts';

/** Kinds of messages that an agent can send. */
export const agentSends = ['text', 'image', 'location'] as const;
export type AgentSend = (typeof agentSends)[number];

const readers: Readonly<Record<AgentSend, (reader: MemberReader, bounds: SendBounds) => SpokenContent>> = {
  text: (reader, bounds) => ({ type: 'text', data: { body: reader.text('message', textBoundsOf(bounds)) } }),
  image: (reader, bounds) => ({
    type: 'image',
    data: { url: reader.httpUrl('url'), caption: reader.optionalText('caption', textBoundsOf(bounds)) ?? '' },
  }),
  location: readLocation,
};

/**
 * Reads what an agent sends to a customer.
 *
 * @spec MS6, MS7, MS14, MS15, MS16, MS46
 */
export function readAgentSend(
  kind: AgentSend,
  body: unknown,
  bounds: SendBounds = defaultSendBounds,
): InputRead<SpokenContent> {
  if (!isJsonObject(body)) return refuseInput('', 'Expected an object.');
  const reader = memberReader(body);
  return reader.finish(readers[kind](reader, bounds));
}
