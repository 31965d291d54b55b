import type { HttpApi, HttpRequest } from '@botwright/http';
import { type NodeListener, type NodeListenerOptions, nodeListener, toHttpRequest } from '@botwright/http-node';
import { type ParsedRequest, parsedBody } from './parsed-body.ts';

/** The options of `nodeListener` that apply inside of Express. */
export type ExpressHandlerOptions = Pick<NodeListenerOptions, 'cors' | 'discard' | 'send'>;

/**
 * Connects an API to an Express application. `app.use` removes the path that it mounts at, so the base paths of the API
 * lie below that path.
 *
 * Register it before any body parser: then the API reads the original body itself, and only after it has admitted the
 * caller.
 *
 * @spec HT49, HA1, HA2, HA5
 * @example
 * app.post('/questions/:id', expressHandler(route('changeQuestion', changeQuestion)));
 * app.use('/engine', expressHandler(createBotsApi({ engine, publicUrl })));
 */
export function expressHandler(api: HttpApi, options: ExpressHandlerOptions = {}): NodeListener {
  return nodeListener(api, {
    ...options,
    readRequest(request: ParsedRequest) {
      const read = { ...toHttpRequest(request), ...fromExpress(request) };
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

/** The client's address by the application's `trust proxy` setting, and the route's parameters. @spec HA12, HA20 */
function fromExpress({ ip, params = {} }: ParsedRequest): Pick<HttpRequest, 'address' | 'params'> {
  const given = Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'string' ? value : value.join('/')] as const],
  );
  return { ...(ip !== undefined && { address: ip }), ...(given.length > 0 && { params: Object.fromEntries(given) }) };
}
