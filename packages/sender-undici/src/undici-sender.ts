import type { WebhookSender } from '@botwright/core/ports';
import type { AttemptOutcome } from '@botwright/core/webhooks';
import { postWebhook, type WebhookParts } from './request/post-webhook.ts';
import { type SignatureOptions, signRequest } from './signature/sign-request.ts';
import {
  createTransport,
  type Transport,
  type TransportOptions,
  type TransportRequest,
} from './transport/transport.ts';

/** The transport, and the key that signs bodies; without `signature` webhooks are not signed. */
export interface SenderOptions extends TransportOptions {
  /** Signs requests according to Standard Webhooks. Default: no signature. */
  readonly signature?: SignatureOptions;
}

/**
 * Sends each attempt over a separate connection, only to public addresses unless the options allow others.
 *
 * @throws {TypeError} For an `allowedCidrs` entry that is not a range, or a proxy that is not an http(s) URL.
 * @spec SN1, SN3, SN6, SN25
 * @example
 * const sender = undiciSender({ allowedCidrs: ['10.20.0.0/16'] });
 * const outcome = await sender.send({ id, url, headers, body, timeoutMs: 10_000 });
 * if (outcome.kind === 'answered') console.log(outcome.status);
 *
 */
export function undiciSender(options: SenderOptions = {}): WebhookSender {
  const transport = createTransport(options);
  return {
    async send(request) {
      const signature = options.signature === undefined ? {} : signRequest(request, options.signature);
      if (signature === undefined) return { kind: 'failed', reason: 'malformed' };
      const { url, body, timeoutMs, group } = request;
      const headers = { ...request.headers, ...signature };
      return post(transport, { url, headers, body, timeoutMs, group });
    },
    checkTarget: (url) => transport.check(url).result,
    close: transport.close,
  };
}

/** @spec SN4 */
function post(transport: Transport, request: TransportRequest & WebhookParts): Promise<AttemptOutcome> {
  return new Promise((resolve) => {
    const onStatus = (status: number): void => resolve({ kind: 'answered', status });
    // The head determines the outcome: later bytes do not count, and a response that was read had a head.
    void transport
      .run(request, (socket, target, bound) => postWebhook(socket, target, request, { bound, onStatus }))
      .then((end) => {
        if (end.kind !== 'read') resolve(end);
      });
  });
}
