import { type CustomerUpdate, readCustomerUpdate } from '../customer/read-customer-update.ts';
import { type InputRead, refuseInput } from '../input/input-fault.ts';
import { type MemberReader, memberReader } from '../input/member-reader.ts';
import { isJsonObject, type JsonValue, ownMember } from '../json/json-value.ts';
import { type MediaType, mediaTypes, type SpokenContent } from './message.ts';
import { readLocation } from './read-location.ts';
import { defaultSendBounds, type SendBounds, textBoundsOf } from './send-bounds.ts';

/** What a middleware pushes in for a customer: a message, and what it knows of the customer. */
export interface InboundSend {
  readonly message: SpokenContent;
  readonly customer: CustomerUpdate;
}

const readers: ReadonlyMap<string, (reader: MemberReader, bounds: SendBounds) => SpokenContent> = new Map([
  ['text', readText],
  ['location', readLocation],
  ...mediaTypes.map(
    (type) => [type, (reader: MemberReader, bounds: SendBounds) => readMedia(type, reader, bounds)] as const,
  ),
]);

/**
 * Reads the body of a send to APIchat. Members that it does not know are ignored.
 *
 * @spec MS6, MS7, MS8, MS10, MS46, MS47, CU6
 */
export function readInboundSend(body: unknown, bounds: SendBounds = defaultSendBounds): InputRead<InboundSend> {
  if (!isJsonObject(body)) return refuseInput('', 'Expected an object.');
  const message = readMessage(ownMember(body, 'message'), bounds);
  const customer = readCustomerUpdate(ownMember(body, 'customer'), bounds);
  if (message.ok && customer.ok) return { ok: true, value: { message: message.value, customer: customer.value } };
  return { ok: false, faults: [message, customer].flatMap((read) => (read.ok ? [] : read.faults)) };
}

function readMessage(input: JsonValue | undefined, bounds: SendBounds): InputRead<SpokenContent> {
  if (!isJsonObject(input)) return refuseInput('message', 'Expected an object.');
  const type = ownMember(input, 'type');
  const read = typeof type === 'string' ? readers.get(type) : undefined;
  if (read === undefined) return refuseInput('message.type', `Expected one of ${[...readers.keys()].join(', ')}.`);
  const reader = memberReader(input, 'message.');
  return reader.finish(read(reader, bounds));
}

/** @spec MS13, MS46, MS47 */
function readText(reader: MemberReader, bounds: SendBounds): SpokenContent {
  const body = reader.text('message', textBoundsOf(bounds));
  const payload = reader.optionalText('payload', { bytes: bounds.payloadBytes });
  return { type: 'text', data: { body, ...(payload !== undefined && { payload }) } };
}

/** @spec MS4, MS11 */
function readMedia(type: MediaType, reader: MemberReader, bounds: SendBounds): SpokenContent {
  const url = reader.httpUrl('url');
  return { type, data: { url, caption: reader.optionalText('message', textBoundsOf(bounds)) ?? '' } };
}
