import * as v from 'valibot';
import type { InboundMessage } from '../../domain/inputs/conversations.ts';
import { customerTokenSchema } from '../../domain/inputs/customers.ts';
import { inputObject } from '../../domain/inputs/input-object.ts';
import { filledText } from '../../domain/inputs/members.ts';
import type { InboundSend, SendSchemas } from '../../domain/inputs/messages.ts';
import { readInput as readWithFaults } from '../../domain/inputs/read-input.ts';
import { uuidOfHash } from '../../domain/uuid.ts';
import { sha256 } from '../../node/hash.ts';
import type { EngineParts } from '../engine-parts.ts';
import { invalidInput } from '../read-input.ts';
import { receiveInbound } from './message-intake.ts';

/** A channel, authenticated by its token. */
export interface ChannelCaller {
  /** The brand of the channel. */
  readonly brand: string;
  /** Number of the channel. */
  readonly channelNumber: number;
}

/** The use-cases of a channel that customers write to by their tokens: APIchat, or a family of the host. */
export interface ChannelEngine {
  /**
   * Stores a customer's message. Resolves when it is stored; the bot responds afterwards.
   *
   * @param options - `id`: the id of the message on the platform, at most 255 characters. A message of the customer with
   *   a stored id is not stored again.
   * @throws {EngineError} `customer_blocked`, `invalid_parameters`
   */
  send(
    customerToken: string,
    body: Pick<InboundMessage, 'message' | 'customer'>,
    options?: { readonly id?: string },
  ): Promise<{
    readonly customer: { readonly number: number; readonly token: string };
    readonly isNew: boolean;
    readonly messageUuid: string;
  }>;
  /** As `BrandEngine.queueLargeInput`. */
  queueLargeInput<TInput, T>(read: () => TInput, use: (input: TInput) => Promise<T>): Promise<T>;
}

const senderSchema = inputObject({ customer_token: customerTokenSchema, id: v.optional(filledText({ max: 255 })) });

/**
 * Reports the faults of the customer token and the id together with the faults of the body.
 *
 * @throws {EngineError} `invalid_parameters`
 * @spec CV5
 */
function readSend({ inbound }: SendSchemas, token: unknown, body: unknown, id: unknown): InboundSend {
  const sender = readWithFaults(senderSchema, { customer_token: token, ...(id !== undefined && { id }) });
  const read = readWithFaults(inbound, body);
  if (read.ok && sender.ok) return read.value;
  throw invalidInput([sender, read].flatMap((each) => (each.ok ? [] : each.faults)));
}

export function channelEngine(
  parts: EngineParts,
  { brand, channelNumber }: ChannelCaller,
): Pick<ChannelEngine, 'send'> {
  return {
    /** @spec CV1, CV2, CV5, TP10 */
    async send(token, body, { id } = {}) {
      const { message: content, customer: update } = readSend(parts.sendSchemas, token, body, id);
      const by = { kind: 'channel', channelNumber } as const;
      const uuid = id === undefined ? undefined : uuidOfHash(sha256(JSON.stringify([channelNumber, token, id])));
      const inbound = { brand, channelNumber, token, update, content, by, ...(uuid !== undefined && { uuid }) };
      const received = await receiveInbound(parts, inbound);
      const { customer, isNew, message } = received;
      if (message === undefined) throw new Error('A message was received and not recorded.');
      return { customer: { number: customer.number, token }, isNew, messageUuid: message.uuid };
    },
  };
}
