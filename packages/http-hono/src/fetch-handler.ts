import {
  type CorsOptions,
  type DiscardBounds,
  defaultDiscardBounds,
  defaultSendBounds,
  type HttpApi,
  type HttpResponse,
  piecesOf,
  type SendBounds,
  splitTarget,
  withCors,
} from '@botwright/http';
import { type BodyReader, bodyReader } from './body-reader.ts';

/** Bounds of requests and responses, and the address of the client. */
export interface FetchHandlerOptions {
  /** Which pages of other sites may call the API from a browser. Default: none. @spec HA18 */
  readonly cors?: CorsOptions;
  /** Returns the client's address. Default: unknown, which disables limits by address. */
  addressOf?(request: Request): string | undefined;
  /**
   * Bounds for reading the rest of a request body during the response, so that a client that is still sending can read
   * the response. Default: 128 MiB, 5 seconds of silence, 30 seconds in total, 100 concurrent requests.
   */
  readonly discard?: Partial<DiscardBounds>;
  /**
   * Milliseconds in which the host takes nothing of a long response or a stream before its connection is cut. Default:
   * 30,000. Only the host's server can bound other responses and the bytes that wait for a client.
   */
  readonly send?: Pick<Partial<SendBounds>, 'maxSilenceMs'>;
}

/**
 * Connects an API to any host that hands over a `Request` and takes a `Response`.
 *
 * @spec HT49, HT50, HT51, HT65, HA12, HA19, HA21
 * @example
 * Deno.serve(fetchHandler(createBotsApi({ engine, publicUrl })));
 */
export function fetchHandler(api: HttpApi, options: FetchHandlerOptions = {}): (request: Request) => Promise<Response> {
  const handle = requestHandler(api, options);
  return (request) => handle(request);
}

/** Makes a handler that also takes the path parameters of a framework's route. */
export function requestHandler(
  api: HttpApi,
  { addressOf, cors, discard, send }: FetchHandlerOptions,
): (request: Request, params?: Readonly<Record<string, string>>) => Promise<Response> {
  const served = cors === undefined ? api : withCors(api, cors);
  const bounds = { ...defaultDiscardBounds, ...discard };
  const { maxSilenceMs } = { ...defaultSendBounds, ...send };
  let underWay = 0;

  async function discardRest(reader: BodyReader): Promise<void> {
    underWay += 1;
    await reader.discardRest(bounds);
    underWay -= 1;
  }

  return async (request, params) => {
    const reader = hasBody(request) ? bodyReader(() => request.body) : undefined;
    const { method, headers } = request;
    const address = addressOf?.(request);
    const response = await served.handle({
      method,
      ...splitTarget(request.url.split('#', 1)[0] ?? ''),
      headers,
      body: reader?.chunks,
      ...(address !== undefined && { address }),
      ...(params !== undefined && { params }),
    });
    const { body, headers: sent } = response;
    const pieces = piecesOf(response);
    const isEndless = typeof body === 'object' && sent['content-length'] === undefined;
    const isLast = reader === undefined || reader.isRead || isEndless || underWay >= bounds.maxAtOnce;
    const end = isLast ? undefined : () => discardRest(reader);
    if (pieces !== undefined) return toResponse(response, streamOf(pieces, { maxSilenceMs, end }));
    const text = body as string | undefined;
    if (end === undefined) return toResponse(response, text);
    if (text !== undefined) return toResponse(response, endingAfter(text, end));
    await end();
    return toResponse(response, undefined);
  };
}

/** Decides by the headers if possible: some hosts ask the client to send the body when `request.body` is read. */
function hasBody(request: Request): boolean {
  const length = request.headers.get('content-length');
  if (length !== null) return length !== '0';
  return request.headers.has('transfer-encoding') || request.body !== null;
}

function toResponse({ status, headers }: HttpResponse, body: string | ReadableStream | undefined): Response {
  return new Response(body, { status, headers });
}

/** Parts of a silence. Counting parts excludes time in which the process itself was blocked. */
const looksOfSilence = 4;

/**
 * Produces a piece when the host takes one, and fails when the host takes none for too long.
 *
 * @param end - Awaited before the end.
 * @spec HT61, HA19
 */
function streamOf(
  body: AsyncIterable<string | Uint8Array>,
  { maxSilenceMs, end }: { readonly maxSilenceMs: number; readonly end: (() => Promise<void>) | undefined },
): ReadableStream<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let silence: ReturnType<typeof setInterval> | undefined;

  async function leave(): Promise<void> {
    clearInterval(silence);
    await pieces.return?.();
  }

  return new ReadableStream(
    {
      async pull(controller) {
        clearInterval(silence);
        const { done, value } = await pieces.next();
        if (done) {
          await end?.();
          controller.close();
          return;
        }
        let looks = 0;
        silence = setInterval(() => {
          looks += 1;
          if (looks < looksOfSilence) return;
          controller.error(new Error('The client does not read.'));
          leave().catch(() => {
            // No caller awaits it.
          });
        }, maxSilenceMs / looksOfSilence);
        controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
      },
      cancel: leave,
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
