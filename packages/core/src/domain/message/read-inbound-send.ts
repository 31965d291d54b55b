import { type CustomerUpdate, readCustomerUpdate } from '../customer/read-customer-update.ts';
import { type InputRead, refuseInput } from '../input/input-fault.ts';
import { type MemberReader, memberReader } from '../input/member-reader.ts';
import { isJsonObject, type JsonValue, ownMember } from '../json/json-value.ts';
import { type MediaType, mediaTypes, type SpokenContent } from './message.ts';
import { readLocation } from './read-location.ts';

/** What a middleware pushes in for a customer: a message, and what it knows of the customer. */
export interface InboundSend {
  readonly message: SpokenContent;
  readonly customer: CustomerUpdate;
}

const readers: ReadonlyMap<string, (reader: MemberReader) => SpokenContent> = new Map([
  ['text', readText],
  ['location', readLocation],
  ...mediaTypes.map((type) => [type, (reader: MemberReader) => readMedia(type, reader)] as const),
]);

/**
 * Reads the body of a send to APIchat. Members that it does not know are ignored.
 *
 * @spec MS6, MS7, MS8, MS10, CU6
 */
export function readInboundSend(body: unknown): InputRead<InboundSend> {
  if (!isJsonObject(body)) return refuseInput('', 'Expected an object.');
  const message = readMessage(ownMember(body, 'message'));
  const customer = readCustomerUpdate(ownMember(body, 'customer'));
  if (message.ok && customer.ok) return { ok: true, value: { message: message.value, customer: customer.value } };
  return { ok: false, faults: [message, customer].flatMap((read) => (read.ok ? [] : read.faults)) };
}

function readMessage(input: JsonValue | undefined): InputRead<SpokenContent> {
  if (!isJsonObject(input)) return refuseInput('message', 'Expected an object.');
  const type = ownMember(input, 'type');
  const read = typeof type === 'string' ? readers.get(type) : undefined;
  if (read === undefined) return refuseInput('message.type', `Expected one of ${[...readers.keys()].join(', ')}.`);
  const reader = memberReader(input, 'message.');
  return reader.finish(read(reader));
}

/** @spec MS13 */
function readText(reader: MemberReader): SpokenContent {
  const body = reader.text('message');
  const payload = reader.optionalText('payload');
  return { type: 'text', data: { body, ...(payload !== undefined && { payload }) } };
}

/** @spec MS4, MS11 */
function readMedia(type: MediaType, reader: MemberReader): SpokenContent {
  const url = reader.httpUrl('url');
  return { type, data: { url, caption: reader.optionalText('message') ?? '' } };
}
