import type { GuardedRequester } from '@botwright/core/ports';
import { guardedFetch } from './guarded-fetch.ts';
import { followRedirect } from './request/follow-redirect.ts';
import { type ResponseHeaders, type ResponseReader, sendRequest } from './request/send-request.ts';
import { decodeBody } from './response/decode-body.ts';
import { createTransport, type TransportOptions } from './transport/transport.ts';

/**
 * Makes the requests of bots, with the address guard of the sender, and reads the whole response. Follows redirects if
 * a request allows them.
 *
 * @throws {TypeError} For an `allowedCidrs` entry that is not a range, or a proxy that is not an http(s) URL.
 * @returns Also a `fetch` with the same guard, for libraries of the host. It reuses connections, has no time-out but its
 *   `signal`, and streams.
 * @spec SN28, SN29, SN30, SN42, SN44
 * @example
 * const requester = undiciRequester();
 * const answer = await requester.request({ method: 'GET', url, headers: {}, timeoutMs: 10_000, maxBytes: 1_048_576 });
 * if (answer.kind === 'answered') console.log(answer.status, answer.body.length);
 *
 */
export function undiciRequester(
  options: TransportOptions = {},
): GuardedRequester & { readonly fetch: typeof globalThis.fetch } {
  const transport = createTransport(options);
  const { fetch, close } = guardedFetch(transport);
  return {
    fetch,
    async request({ maxBytes, redirects = 0, ...request }) {
      const collector = collect(maxBytes);
      const end = await transport.run({ ...request, redirects }, async (socket, { origin, path }, _, current) => {
        const { method, headers, body } = current;
        let next: typeof current | undefined;
        const ended = await sendRequest(
          origin,
          socket,
          { method, path, headers, body },
          {
            onHead(status, answered) {
              next = followRedirect(current, status, answered['location']);
              return next === undefined && collector.reader.onHead(status, answered);
            },
            onData: collector.reader.onData,
          },
        );
        return next === undefined ? ended : { kind: 'redirected', request: next };
      });
      if (collector.isTooLarge()) return { kind: 'failed', reason: 'too_large' };
      if (end.kind !== 'read') return end;
      const { status, headers, body: sent } = collector.answer();
      const body = await decodeBody(sent, headers['content-encoding'], maxBytes);
      if (body === undefined) return { kind: 'failed', reason: 'too_large' };
      return { kind: 'answered', status, headers, body: new Uint8Array(body) };
    },
    async close() {
      await Promise.all([close(), transport.close()]);
    },
  };
}

interface Collector {
  readonly reader: ResponseReader;
  isTooLarge(): boolean;
  answer(): { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: Buffer };
}

/** @spec SN29 */
function collect(maxBytes: number): Collector {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isTooLarge = false;
  let status = 0;
  let headers: ResponseHeaders = {};
  const allow = (bytes: number): boolean => {
    isTooLarge = bytes > maxBytes;
    return !isTooLarge;
  };
  return {
    reader: {
      onHead(answered, answeredHeaders) {
        status = answered;
        headers = answeredHeaders;
        return allow(Number(headers['content-length'] ?? 0));
      },
      onData(chunk) {
        size += chunk.length;
        chunks.push(chunk);
        return allow(size);
      },
    },
    isTooLarge: () => isTooLarge,
    answer: () => ({ status, headers: joinHeaders(headers), body: Buffer.concat(chunks) }),
  };
}

function joinHeaders(headers: ResponseHeaders): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}
