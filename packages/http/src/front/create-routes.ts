import type { Principal } from '@botwright/core';
import { encodeBotsError } from '../bots/wire/error.ts';
import { type ApiOptions, createHttpApi } from '../pipeline/create-http-api.ts';
import type { HttpApi, HttpRequest } from '../pipeline/http-api.ts';
import type { AnswerShape } from '../response/answer-shape.ts';
import type { ApiResponse, StreamedResponse } from '../response/response.ts';

/** Options of a host's own routes. Errors have the shape of the Bots API unless `encodeError` gives them another. */
export type RouteOptions = Omit<ApiOptions, 'maxBodyBytes'> & Pick<AnswerShape, 'encodeError'>;

/** One request to a route. */
export interface RouteCall {
  /** Also the `X-Request-Id` of the response. */
  readonly requestId: string;
  /** Records the caller for `onResponse`. */
  recognise(caller: Pick<Principal, 'brand' | 'person'>): void;
}

/**
 * Serves one route of the host's framework.
 *
 * @throws {EngineError} The response says which; anything else is an internal error, and `onFault` gets it.
 */
export type ServeRoute = (request: HttpRequest, call: RouteCall) => Promise<ApiResponse | StreamedResponse>;

/**
 * Makes a function that makes a handler for any adapter from one route: with the request ids, errors and reports of the
 * interfaces.
 *
 * @spec HT77
 * @example
 * const route = createRoutes({ onFault });
 * app.get('/version', expressHandler(route('getVersion', async () => jsonResponse(200, '{"version":1}'))));
 */
export function createRoutes(options: RouteOptions = {}): (id: string, serve: ServeRoute) => HttpApi {
  return (id, serve) =>
    createHttpApi(options, {
      encodeError: encodeBotsError,
      shape: options,
      respond(request, progress) {
        progress.operation = { id };
        const recognise = (caller: Pick<Principal, 'brand' | 'person'>): void => {
          progress.caller = caller;
        };
        return serve(request, { requestId: progress.requestId, recognise });
      },
    });
}
