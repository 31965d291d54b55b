import type { GuardedRequester } from '@botwright/core';
import type { Answer } from './exchange/exchange.ts';
import { createTransport, stoppedOutcome, type TransportOptions } from './transport/transport.ts';

/**
 * Makes the requests that authors wrote into their bots, under the sender's guard, and reads the whole answer.
 *
 * @throws {TypeError} For an `allowedCidrs` entry that is no range, or a proxy that is no http(s) URL.
 * @spec SN28, SN29, SN30
 * @example
 * const requester = undiciRequester();
 * const answer = await requester.request({ method: 'GET', url, headers: {}, timeoutMs: 10_000, maxBytes: 1_048_576 });
 * if (answer.kind === 'answered') console.log(answer.status, answer.body.length);
 */
export function undiciRequester(options: TransportOptions = {}): GuardedRequester {
  const transport = createTransport(options);
  return {
    async request({ method, url, headers, body, timeoutMs, maxBytes }) {
      const reached = await transport.reach({ method, url, headers, body, timeoutMs });
      if (reached.kind !== 'head') return reached;

      const { answer, bound } = reached;
      const read = await readBody(answer, maxBytes);
      bound.release();
      if (read !== 'broken' && read !== 'too_large') {
        return { kind: 'answered', status: answer.statusCode, headers: joinHeaders(answer.headers), body: read };
      }
      if (bound.stopped !== undefined) return stoppedOutcome(bound.stopped);
      return { kind: 'failed', reason: read === 'broken' ? 'connect' : read };
    },
    close: transport.close,
  };
}

/** @spec SN29 */
async function readBody({ headers, body }: Answer, maxBytes: number): Promise<Uint8Array | 'too_large' | 'broken'> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    if (Number(headers['content-length'] ?? 0) > maxBytes) return 'too_large';
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > maxBytes) return 'too_large';
      chunks.push(chunk);
    }
    return new Uint8Array(Buffer.concat(chunks));
  } catch {
    return 'broken';
  } finally {
    body.destroy();
  }
}

function joinHeaders(headers: Answer['headers']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}
