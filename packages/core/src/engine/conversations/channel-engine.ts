import { customerTokenSchema } from '../../domain/inputs/customers.ts';
import { inputObject } from '../../domain/inputs/input-object.ts';
import type { InboundSend, SendSchemas } from '../../domain/inputs/messages.ts';
import { readInput as readWithFaults } from '../../domain/inputs/read-input.ts';
import type { BrandEngine } from '../engine.ts';
import type { EngineParts } from '../engine-parts.ts';
import { invalidInput } from '../read-input.ts';
import { receiveInbound } from './message-intake.ts';

/** A channel, authenticated by its token. */
export interface ChannelCaller {
  readonly brand: string;
  readonly channelNumber: number;
}

/** The use-cases of an APIchat channel. */
export interface ChannelEngine {
  /**
   * Stores a customer's message. Resolves when it is stored; the bot responds afterwards.
   *
   * @throws {EngineError} `customer_blocked`, `invalid_parameters`
   */
  send(
    customerToken: string,
    body: unknown,
  ): Promise<{
    readonly customer: { readonly number: number; readonly token: string };
    readonly isNew: boolean;
    readonly messageUuid: string;
  }>;
  readonly queueLargeInput: BrandEngine['queueLargeInput'];
}

const senderSchema = inputObject({ customer_token: customerTokenSchema });

/**
 * Reports the faults of the customer token together with the faults of the body.
 *
 * @throws {EngineError} `invalid_parameters`
 * @spec CV5
 */
function readSend({ inbound }: SendSchemas, token: unknown, body: unknown): InboundSend {
  const sender = readWithFaults(senderSchema, { customer_token: token });
  const read = readWithFaults(inbound, body);
  if (read.ok && sender.ok) return read.value;
  throw invalidInput([sender, read].flatMap((each) => (each.ok ? [] : each.faults)));
}

export function channelEngine(
  parts: EngineParts,
  { brand, channelNumber }: ChannelCaller,
): Pick<ChannelEngine, 'send'> {
  return {
    /** @spec CV1, CV2, CV5 */
    async send(token, body) {
      const { message: content, customer: update } = readSend(parts.sendSchemas, token, body);
      const by = { kind: 'channel', channelNumber } as const;
      const received = await receiveInbound(parts, { brand, channelNumber, token, update, content, by });
      const { customer, isNew, message } = received;
      if (message === undefined) throw new Error('A message was received and not recorded.');
      return { customer: { number: customer.number, token }, isNew, messageUuid: message.uuid };
    },
  };
}
