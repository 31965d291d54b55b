import { Agent, request } from 'undici';

/** Sends webhooks by a bare `undici.request`, a connection each, to compare the engine with. */
export interface BareRequests {
  /** @throws When the receiver does not acknowledge it. */
  readonly send: (url: string, body: Buffer) => Promise<void>;
  readonly close: () => Promise<void>;
}

export const webhookHeaders = {
  'content-type': 'application/json',
  authorization: 'Token bench',
  'user-agent': 'bench/webhooks',
} as const;

export function bareRequests(): BareRequests {
  const dispatcher = new Agent({ pipelining: 0, allowH2: false, headersTimeout: 0, bodyTimeout: 0 });
  return {
    async send(url, body) {
      const answer = await request(url, { method: 'POST', headers: webhookHeaders, body, dispatcher });
      await answer.body.dump();
      if (answer.statusCode !== 204) throw new Error(String(answer.statusCode));
    },
    close: () => dispatcher.close(),
  };
}
