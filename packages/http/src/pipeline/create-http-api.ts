import { EngineError, isEngineError, storageFaultOf } from '@botwright/core';
import { systemClock, systemIds } from '@botwright/core/node';
import { type Clock, type IdSource, isStorageUnavailable } from '@botwright/core/ports';
import { chooseRequestId } from '../request/headers.ts';
import { type AnswerShape, errorEncoderFor } from '../response/answer-shape.ts';
import type { EncodeError } from '../response/errors.ts';
import { type ApiResponse, completeResponse, type StreamedResponse } from '../response/response.ts';
import { leaveStream, reportingEnd } from '../response/streamed-body.ts';
import type { HttpApi, HttpRequest } from './http-api.ts';
import type { RequestProgress } from './request-progress.ts';

/** Options of every interface. */
export interface ApiOptions {
  /** Maximum bytes of a request body; default 5 MiB. */
  readonly maxBodyBytes?: number;
  /** Default: the clock of the machine. */
  readonly clock?: Clock;
  /** Makes request ids. Default: random ones. */
  readonly ids?: IdSource;
  /**
   * Called with every error that the caller sees only as an internal error, and with the `dependency_failed` of an
   * unavailable store: `storageFaultOf` of `@botwright/core` finds its cause.
   */
  readonly onFault?: (error: unknown, requestId: string) => void;
  /** Called for every request when its response is ready, or when its streamed response has ended. */
  readonly onResponse?: (served: ServedRequest) => void;
}

/** Data of a finished request for logs and metrics. Never contains a credential or the query. */
export interface ServedRequest {
  /** Sent to the client as `X-Request-Id`. */
  readonly requestId: string;
  /** As received. */
  readonly method: string;
  /**
   * The received path, undecoded, without the query. A path with a secret is replaced by its pattern, such as
   * `/connect/{link}`.
   */
  readonly path: string;
  /** Stable name such as `getBot`; `undefined` when the request reached no operation. */
  readonly operation: string | undefined;
  /** HTTP status of the response. */
  readonly status: number;
  /** Until the response was ready, or its stream had ended. */
  readonly durationMs: number;
  /** Length of the response body in bytes; for a stream, the bytes handed to the server. */
  readonly bytes: number;
  /** Whether the response was a stream, which lasts until the client disconnects. */
  readonly isStream?: true;
  /** Number of the calling person; `undefined` without a valid credential, and for a channel. */
  readonly person: number | undefined;
  /** `undefined` without a valid credential. */
  readonly brand: string | undefined;
}

export interface Responder {
  /** @throws {EngineError} when it refuses the request. */
  respond(request: HttpRequest, progress: RequestProgress): Promise<ApiResponse | StreamedResponse>;
  encodeError: EncodeError;
  /** The host's shape of errors. Default: none. */
  readonly shape?: Pick<AnswerShape, 'encodeError'>;
  /** Default headers of every response. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Makes an interface: request ids, internal errors and the host's callbacks work the same for all interfaces.
 *
 * @spec HT11, HT17, HT18, HT62, HT64, HT74
 */
export function createHttpApi(options: ApiOptions, responder: Responder): HttpApi {
  const { respond, encodeError: standard, shape, headers: common = {} } = responder;
  const { clock = systemClock(), ids = systemIds() } = options;
  const encodeError = errorEncoderFor(standard, shape);

  function reportFault(error: unknown, requestId: string): void {
    try {
      options.onFault?.(error, requestId);
    } catch {
      // `onFault` itself threw: no reporting remains.
    }
  }

  /** An error that `onResponse` throws goes to `onFault` and changes no response. */
  function reportResponse(served: ServedRequest): void {
    try {
      options.onResponse?.(served);
    } catch (error) {
      reportFault(error, served.requestId);
    }
  }

  function respondToError(error: unknown, request: HttpRequest, progress: RequestProgress): ApiResponse {
    const { requestId } = progress;
    // A function of the host, such as the lookup of a session, may use a store without the engine.
    const refusal = isStorageUnavailable(error) ? new EngineError('dependency_failed', { cause: error }) : error;
    if (!isEngineError(refusal) || refusal.kind === 'internal') {
      reportFault(error, requestId);
      return encodeError(new EngineError('internal_error'), request, progress);
    }
    if (storageFaultOf(refusal) !== undefined) reportFault(refusal, requestId);
    return encodeError(refusal, request, progress);
  }

  return {
    async handle(request) {
      const startedAt = clock.now();
      const requestId = chooseRequestId(request.headers.get('x-request-id'), ids);
      const progress: RequestProgress = { requestId, reportFault: (error) => reportFault(error, requestId) };
      let made: ApiResponse | StreamedResponse;
      try {
        made = await respond(request, progress);
      } catch (error) {
        made = respondToError(error, request, progress);
      }
      const response = completeResponse(made, { requestId, method: request.method, common });

      const { operation, caller, loggedPath } = progress;
      const served = {
        requestId,
        method: request.method,
        path: loggedPath ?? request.path,
        operation: operation?.id,
        status: response.status,
        person: caller?.person,
        brand: caller?.brand,
      };
      const report = (bytes: number, stream: Pick<ServedRequest, 'isStream'> = {}) =>
        reportResponse({ ...served, durationMs: Math.max(0, clock.now() - startedAt), bytes, ...stream });
      if (response.body === undefined && typeof made.body === 'object') leaveStream(made.body);
      const { body } = response;
      const length = response.headers['content-length'];
      if (typeof body !== 'object' || length !== undefined) {
        report(body === undefined ? 0 : Number(length));
        return response;
      }
      const reported = reportingEnd(body, (end) => {
        if ('error' in end) reportFault(end.error, requestId);
        report(end.bytes, { isStream: true });
      });
      return { ...response, body: reported };
    },
  };
}
