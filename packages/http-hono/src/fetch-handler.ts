import type { HttpApi } from '@botwright/http';
import { bodyReader } from './body-reader.ts';
import { splitUrl } from './split-url.ts';

export interface FetchHandlerOptions {
  /** Where a request came from; default: not known, so that nothing is counted by address. */
  addressOf?(request: Request): string | undefined;
}

/**
 * Connects an API to any host that hands over a `Request` and takes a `Response`.
 *
 * @spec HT49, HT51, HA12
 * @example
 * Deno.serve(fetchHandler(createBotsApi({ engine, publicUrl })));
 */
export function fetchHandler(
  api: HttpApi,
  { addressOf }: FetchHandlerOptions = {},
): (request: Request) => Promise<Response> {
  return async (request) => {
    const reader = request.body === null ? undefined : bodyReader(request.body);
    const { method, headers } = request;
    const address = addressOf?.(request);
    const answer = await api.handle({
      method,
      ...splitUrl(request.url),
      headers,
      body: reader?.chunks,
      ...(address !== undefined && { address }),
    });
    void reader?.discardRest();
    return new Response(answer.body, { status: answer.status, headers: answer.headers });
  };
}
