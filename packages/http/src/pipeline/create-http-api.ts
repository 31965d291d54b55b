import { EngineError, isEngineError } from '@botwright/core';
import { systemClock, systemIds } from '@botwright/core/node';
import type { Clock, IdSource } from '@botwright/core/ports';
import { chooseRequestId } from '../request/headers.ts';
import type { EncodeError } from '../response/errors.ts';
import { type ApiResponse, completeResponse } from '../response/response.ts';
import type { HttpApi, HttpRequest } from './http-api.ts';

/** Options of every interface. */
export interface ApiOptions {
  /** Bytes of a request body; default 5 MiB. */
  readonly maxBodyBytes?: number;
  readonly clock?: Clock;
  readonly ids?: IdSource;
  /** Called with every error that became an internal one. Nothing of it reaches the caller. */
  readonly onFault?: (error: unknown, requestId: string) => void;
  /** Called with every request when its response is ready. */
  readonly onResponse?: (served: ServedRequest) => void;
}

/** What logs and metrics need of a finished request. No credential and no query is in it. */
export interface ServedRequest {
  readonly requestId: string;
  readonly method: string;
  /** Undecoded, as it came, without the query; where it would hold a secret, its pattern: `/connect/{link}`. */
  readonly path: string;
  /** Stable name such as `getBot`; `undefined` when the request reached none. */
  readonly operation: string | undefined;
  readonly status: number;
  readonly durationMs: number;
  /** Of the response's body. */
  readonly bytes: number;
  /** The caller; `undefined` when nobody was recognised, and for a channel, which is no person. */
  readonly person: number | undefined;
  readonly brand: string | undefined;
}

/** What became known of a request on its way to a response. */
export interface RequestProgress {
  operation?: { readonly id: string };
  caller?: { readonly brand: string; readonly person?: number };
  /** What is logged in place of a path that holds a secret. */
  loggedPath?: string;
}

export interface Responder {
  /** @throws {EngineError} for whatever it refuses. */
  respond(request: HttpRequest, progress: RequestProgress): Promise<ApiResponse>;
  encodeError: EncodeError;
}

/**
 * Makes an interface: request ids, faults and what the host is called with are the same for all of them.
 *
 * @spec HT11, HT17, HT18
 */
export function createHttpApi(options: ApiOptions, { respond, encodeError }: Responder): HttpApi {
  const { clock = systemClock(), ids = systemIds() } = options;
  const internalError = encodeError(new EngineError('internal_error'));

  function reportFault(error: unknown, requestId: string): void {
    try {
      options.onFault?.(error, requestId);
    } catch {
      // What takes faults has failed itself: there is nobody left to report to.
    }
  }

  /** A listener that throws is itself a fault, and harms no response. */
  function reportResponse(served: ServedRequest): void {
    try {
      options.onResponse?.(served);
    } catch (error) {
      reportFault(error, served.requestId);
    }
  }

  function respondToError(error: unknown, requestId: string): ApiResponse {
    if (isEngineError(error) && error.kind !== 'internal') return encodeError(error);
    reportFault(error, requestId);
    return internalError;
  }

  return {
    async handle(request) {
      const startedAt = clock.now();
      const requestId = chooseRequestId(request.headers.get('x-request-id'), ids);
      const progress: RequestProgress = {};
      let made: ApiResponse;
      try {
        made = await respond(request, progress);
      } catch (error) {
        made = respondToError(error, requestId);
      }
      const response = completeResponse(made, requestId, request.method);

      const { operation, caller, loggedPath } = progress;
      reportResponse({
        requestId,
        method: request.method,
        path: loggedPath ?? request.path,
        operation: operation?.id,
        status: response.status,
        durationMs: clock.now() - startedAt,
        bytes: response.body === undefined ? 0 : Number(response.headers['content-length']),
        person: caller?.person,
        brand: caller?.brand,
      });
      return response;
    },
  };
}
