import {
  type CorsOptions,
  type DiscardBounds,
  defaultDiscardBounds,
  type HttpApi,
  type HttpResponse,
  splitTarget,
  withCors,
} from '@botwright/http';
import { type BodyReader, bodyReader } from './body-reader.ts';

export interface FetchHandlerOptions {
  /** Which pages of other sites may call the API from a browser. Default: none. @spec HA18 */
  readonly cors?: CorsOptions;
  /** Returns the client's address. Default: unknown, so that no rate is limited by address. */
  addressOf?(request: Request): string | undefined;
  /**
   * Bounds for reading the rest of a request body while the response is sent, so that a client which is still sending
   * can read the response. Default: 128 MiB, 5 seconds of silence, 30 seconds in all, 100 requests at once.
   */
  readonly discard?: Partial<DiscardBounds>;
}

/**
 * Connects an API to any host that hands over a `Request` and takes a `Response`.
 *
 * @spec HT49, HT50, HT51, HA12
 * @example
 * Deno.serve(fetchHandler(createBotsApi({ engine, publicUrl })));
 */
export function fetchHandler(
  api: HttpApi,
  { addressOf, cors, discard }: FetchHandlerOptions = {},
): (request: Request) => Promise<Response> {
  const served = cors === undefined ? api : withCors(api, cors);
  const bounds = { ...defaultDiscardBounds, ...discard };
  let underWay = 0;

  async function discardRest(reader: BodyReader): Promise<void> {
    underWay += 1;
    await reader.discardRest(bounds);
    underWay -= 1;
  }

  return async (request) => {
    const reader = hasBody(request) ? bodyReader(() => request.body) : undefined;
    const { method, headers } = request;
    const address = addressOf?.(request);
    const response = await served.handle({
      method,
      ...splitTarget(request.url.split('#', 1)[0] ?? ''),
      headers,
      body: reader?.chunks,
      ...(address !== undefined && { address }),
    });
    if (typeof response.body === 'object') return toResponse(response, piecesOf(response.body));
    if (reader === undefined || reader.isRead || underWay >= bounds.maxAtOnce)
      return toResponse(response, response.body);
    if (response.body !== undefined) {
      const stream = endingAfter(response.body, () => discardRest(reader));
      return toResponse(response, stream);
    }
    await discardRest(reader);
    return toResponse(response, undefined);
  };
}

/** Decides by the headers where it can: some hosts ask the client to send the body when `request.body` is read. */
function hasBody(request: Request): boolean {
  const length = request.headers.get('content-length');
  if (length !== null) return length !== '0';
  return request.headers.has('transfer-encoding') || request.body !== null;
}

function toResponse({ status, headers }: HttpResponse, body: string | ReadableStream | undefined): Response {
  return new Response(body, { status, headers });
}

/** Asks for a piece when the host takes one. @spec HT61 */
function piecesOf(body: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await pieces.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * Makes a response body that ends only when the request does: a host may close the connection at the end of the
 * response, and then a client that is still sending would not receive it.
 */
function endingAfter(body: string, discardRest: () => Promise<void>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(body));
    },
    async pull(controller) {
      await discardRest();
      controller.close();
    },
  });
}
