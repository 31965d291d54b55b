import { type IntakeDependencies, readInboundSend, receiveInbound } from './message-intake.ts';

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
}

export function channelEngine(
  dependencies: IntakeDependencies,
  { brand, channelNumber }: ChannelCaller,
): ChannelEngine {
  return {
    /** @spec CV1, CV2, CV5 */
    async send(token, body) {
      const { message: content, customer: update } = readInboundSend(dependencies, body, {
        field: 'customer_token',
        token,
      });
      const received = await receiveInbound(dependencies, { brand, channelNumber, token, update, content });
      const { customer, isNew, message } = received;
      if (message === undefined) throw new Error('A message was received and not recorded.');
      return { customer: { number: customer.number, token }, isNew, messageUuid: message.uuid };
    },
  };
}
