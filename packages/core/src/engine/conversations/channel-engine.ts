import { isCustomerToken } from '../../domain/customer/customer-token.ts';
import { readInboundSend } from '../../domain/message/read-inbound-send.ts';
import { takeRead } from '../input/take-read.ts';
import { sendBoundsOf } from '../limits.ts';
import type { ChannelCaller, ChannelEngine } from '../platform.ts';
import type { Parts } from '../scope.ts';
import { receive } from './receive.ts';

/** Binds what an APIchat channel can do to one channel. */
export function channelEngine(parts: Parts, { brand, channelNumber }: ChannelCaller): ChannelEngine {
  return {
    /** @spec CV1, CV2, CV5 */
    async send(token, body) {
      const { message: content, customer: update } = takeRead(readSend(parts, token, body));
      const received = await receive(parts, { brand, channelNumber, token, update, content });
      const { customer, isNew, message } = received;
      if (message === undefined) throw new Error('A message was taken in and not recorded.');
      return { customer: { number: customer.number, token }, isNew, messageUuid: message.uuid };
    },
  };
}

/** @spec CV5 */
function readSend({ limits }: Parts, token: unknown, body: unknown): ReturnType<typeof readInboundSend> {
  const read = readInboundSend(body, sendBoundsOf(limits));
  if (typeof token === 'string' && isCustomerToken(token)) return read;
  const fault = { field: 'customer_token', message: 'Expected 1 to 128 of the characters A-Z a-z 0-9 _ . : + -.' };
  return { ok: false, faults: [fault, ...(read.ok ? [] : read.faults)] };
}
