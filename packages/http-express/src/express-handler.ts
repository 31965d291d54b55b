import type { HttpApi, HttpRequest } from '@botwright/http';
import { type NodeListener, type NodeListenerOptions, nodeListener, toHttpRequest } from '@botwright/http-node';
import { type ParsedRequest, parsedBody } from './parsed-body.ts';

export type ExpressHandlerOptions = Pick<NodeListenerOptions, 'discard'>;

/**
 * Connects an API to an Express application. `app.use` takes the path that it is given off, so the bases of the
 * API lie below it.
 *
 * It goes before body parsers: then bodies are read as they came, and only from callers who were admitted.
 *
 * @spec HT49, HA1, HA2, HA5
 * @example
 * app.use('/engine', expressHandler(createBotsApi({ engine, publicUrl })));
 */
export function expressHandler(api: HttpApi, { discard = {} }: ExpressHandlerOptions = {}): NodeListener {
  return nodeListener(api, {
    discard,
    readRequest(request: ParsedRequest) {
      const read = withAddress(toHttpRequest(request), request);
      if (!request.readableDidRead) return read;
      return {
        ...read,
        get body() {
          return parsedBody(request);
        },
      };
    },
  });
}

/** What the application's `trust proxy` says of the address. @spec HA12 */
function withAddress(read: HttpRequest, { ip }: ParsedRequest): HttpRequest {
  return ip === undefined ? read : { ...read, address: ip };
}
