import type { AttemptOutcome, WebhookSender } from '@botwright/core';
import type { Bound } from './connection/bounds.ts';
import type { AnswerReader } from './exchange/exchange.ts';
import { type SignatureOptions, signRequest } from './signature/sign-request.ts';
import {
  createTransport,
  type Transport,
  type TransportOptions,
  type TransportRequest,
} from './transport/transport.ts';

export interface SenderOptions extends TransportOptions {
  /** Signs as Standard Webhooks has it. Default: no signature. */
  readonly signature?: SignatureOptions;
}

/** A receiver that finds its answer read is not disturbed; one that answers without end is cut off. */
const drainBytes = 65_536;
const drainMs = 1_000;

/**
 * Sends each attempt over a connection of its own, to public addresses only unless told otherwise.
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
    judgeTarget: (url) => transport.judge(url).verdict,
    close: transport.close,
  };
}

/** @spec SN4, SN6 */
function reachHead(transport: Transport, request: TransportRequest): Promise<AttemptOutcome> {
  return new Promise((settle) => {
    let drained = 0;
    const readerFor = (bound: Bound): AnswerReader => ({
      onHead(status) {
        settle({ kind: 'answered', status });
        bound.renew(drainMs);
        return true;
      },
      onData(chunk) {
        drained += chunk.length;
        return drained <= drainBytes;
      },
    });
    // What comes after the head comes too late to be the outcome; what is read to its end had a head.
    void transport.run(request, readerFor).then((end) => {
      if (end.kind !== 'read') settle(end);
    });
  });
}
