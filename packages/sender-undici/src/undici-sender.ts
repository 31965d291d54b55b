import type { WebhookSender } from '@botwright/core';
import type { Answer } from './exchange/exchange.ts';
import { type SignatureOptions, signRequest } from './signature/sign-request.ts';
import type { Bound } from './transport/bounds.ts';
import { createTransport, type TransportOptions } from './transport/transport.ts';

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

      const { url, body, timeoutMs } = request;
      const headers = { ...request.headers, ...signature };
      const reached = await transport.reach({ method: 'POST', url, headers, body, timeoutMs });
      if (reached.kind !== 'head') return reached;

      void drain(reached.answer, reached.bound);
      return { kind: 'answered', status: reached.answer.statusCode };
    },
    judgeTarget: (url) => transport.judge(url).verdict,
    close: transport.close,
  };
}

/** @spec SN6 */
async function drain({ body }: Answer, bound: Bound): Promise<void> {
  bound.renew(drainMs);
  // Rejects when it is cut off, which is as good an end as any.
  await body.dump({ limit: drainBytes, signal: bound.signal }).catch(() => {});
  bound.release();
}
