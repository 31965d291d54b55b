import type { InputRead } from '../input/input-fault.ts';
import { refuseInput } from '../input/input-fault.ts';
import { type MemberReader, memberReader } from '../input/member-reader.ts';
import { isJsonObject } from '../json/json-value.ts';
import type { SpokenContent } from './message.ts';
import { readLocation } from './read-location.ts';

/** Kinds of messages that an agent can send. */
export const agentSends = ['text', 'image', 'location'] as const;
export type AgentSend = (typeof agentSends)[number];

const readers: Readonly<Record<AgentSend, (reader: MemberReader) => SpokenContent>> = {
  text: (reader) => ({ type: 'text', data: { body: reader.text('message') } }),
  image: (reader) => ({
    type: 'image',
    data: { url: reader.httpUrl('url'), caption: reader.optionalText('caption') ?? '' },
  }),
  location: readLocation,
};

/**
 * Reads what an agent sends to a customer.
 *
 * @spec MS6, MS7, MS14, MS15, MS16
 */
export function readAgentSend(kind: AgentSend, body: unknown): InputRead<SpokenContent> {
  if (!isJsonObject(body)) return refuseInput('', 'Expected an object.');
  const reader = memberReader(body);
  return reader.finish(readers[kind](reader));
}
