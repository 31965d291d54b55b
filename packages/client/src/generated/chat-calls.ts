// Written from the operation table of the interface by test/generated.test.ts: `vitest run -u` writes it again.

import type { CallOptions, CallTable } from '../call-table.ts';

export interface Sent {
  readonly success: true;
  readonly customer: {
    /** The id of the customer in the Platform API. */
    readonly id: number;
    /** As the path says it. */
    readonly token: string;
  };
  /** The stored message. */
  readonly message: {
    readonly uuid: string;
  };
}

export interface SendBody {
  readonly message: {
    readonly type: 'text';
    /** The text of the customer; 10,000 characters at most unless the host says otherwise. */
    readonly message: string;
    /** The payload of the pressed button; 4 KiB at most unless the host says otherwise. */
    readonly payload?: string | null;
  } | {
    readonly type: 'image' | 'video' | 'audio' | 'document';
    /** An http or https address. */
    readonly url: string;
    /** The caption, as long as a text at most. */
    readonly message?: string | null;
  } | {
    readonly type: 'location';
    readonly latitude: number | string;
    readonly longitude: number | string;
  };
  readonly customer?: {
    readonly name?: string | null;
    readonly email?: string | null;
    readonly phone?: string | null;
    readonly opt_in?: boolean | null;
    readonly [name: string]: unknown;
  } | null;
}

/** The methods of the interface, by resource. */
export interface ChatClient {
  readonly messages: {
    /**
     * Push in what a customer said. The first send makes the customer, and is answered 201. The answer says that the message is stored; a bot works on it afterwards.
     *
     * @throws {ApiError} `customer_blocked`, `channel_not_found`
     */
    send(customerToken: string, body: SendBody, options?: CallOptions): Promise<Sent>;
  };
  readonly contract: {
    /** Read this contract. */
    get(options?: CallOptions): Promise<string>;
  };
}

export const chatCalls: CallTable<ChatClient> = {
  messages: {
    send: { method: 'POST', path: '/send/{customer_token}/', takes: 'body', gives: 'whole' },
  },
  contract: {
    get: { method: 'GET', path: '/openapi.yml', gives: 'text' },
  },
};
