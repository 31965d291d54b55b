import type { WebhookSender } from '@botwright/core/ports';
import type { AttemptOutcome } from '@botwright/core/webhooks';
import type { Bound } from './connection/bounds.ts';
import type { ResponseReader } from './request/send-request.ts';
import { type SignatureOptions, signRequest } from './signature/sign-request.ts';
import {
  createTransport,
  type Transport,
  type TransportOptions,
  type TransportRequest,
} from './transport/transport.ts';

export interface SenderOptions extends TransportOptions {
  /** Signs requests according to Standard Webhooks. Default: no signature. */
  readonly signature?: SignatureOptions;
}

/** How much of a response body is read, and for how long: enough not to disturb a receiver, but a body without end is cut off. */
const drainBytes = 65_536;
const drainMs = 1_000;

/**
 * Sends each attempt over a connection of its own, to public addresses only unless the options allow others.
 *
 * @throws {TypeError} For an `allowedCidrs` entry that is no range, or a proxy that is no http(s) URL.
 * @spec SN1, SN3, SN6, SN25
 * @example
 * const sender = undiciSender({ allowedCidrs: ['10.20.0.0/16'] });
 * const outcome = await sender.send({ id, url, headers, body, timeoutMs: 10_000 });
 * if (outcome.kind === 'answered') console.log(outcome.status);
 */
export function undiciSender(options: SenderOptions = {}): WebhookSender {
  const transport = createTransport(options);
  return {
    async send(request) {
      const signature = options.signature === undefined ? {} : signRequest(request, options.signature);
      if (signature === undefined) return { kind: 'failed', reason: 'malformed' };
      const { url, body, timeoutMs, group } = request;
      const headers = { ...request.headers, ...signature };
      return reachHead(transport, { method: 'POST', url, headers, body, timeoutMs, group });
    },
    checkTarget: (url) => transport.check(url).result,
    close: transport.close,
  };
}

/** @spec SN4, SN6 */
function reachHead(transport: Transport, request: TransportRequest): Promise<AttemptOutcome> {
  return new Promise((resolve) => {
    let drained = 0;
    const readerFor = (bound: Bound): ResponseReader => ({
      onHead(status) {
        resolve({ kind: 'answered', status });
        bound.renew(drainMs);
        return true;
      },
      onData(chunk) {
        drained += chunk.length;
        return drained <= drainBytes;
      },
    });
    // After the head the outcome is known: later failures do not count, and a response read to its end had a head.
    void transport.run(request, readerFor).then((end) => {
      if (end.kind !== 'read') resolve(end);
    });
  });
}
