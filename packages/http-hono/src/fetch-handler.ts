import type { BotsApi, HttpExchange } from '@botwright/http';

/**
 * Connects an API to any host that hands over a `Request` and takes a `Response`.
 *
 * What is left unread of a body is the host's to get rid of: it has the connection.
 *
 * @spec HT49
 * @example
 * Deno.serve(fetchHandler(createBotsApi({ engine, publicUrl })));
 */
export function fetchHandler(api: BotsApi): (request: Request) => Promise<Response> {
  return async (request) => {
    const { status, headers, body } = await api.handle(toExchange(request));
    return new Response(body, { status, headers });
  };
}

function toExchange(request: Request): HttpExchange {
  const { method, headers, body } = request;
  return { method, ...splitUrl(request.url), headers, body: body === null ? undefined : chunksOf(body) };
}

/** The path as it came: a `URL` object is of no help, and costs more than all the rest. */
function splitUrl(url: string): { readonly path: string; readonly query: string } {
  const end = url.indexOf('#');
  const whole = end === -1 ? url : url.slice(0, end);
  const mark = whole.indexOf('?');
  const start = whole.indexOf('/', whole.indexOf('://') + '://'.length);
  if (mark === -1) return { path: start === -1 ? '/' : whole.slice(start), query: '' };
  return { path: start === -1 || start > mark ? '/' : whole.slice(start, mark), query: whole.slice(mark + 1) };
}

/** Not every host can iterate a stream, and none may close this one before the answer is sent. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    reader.releaseLock();
  }
}
