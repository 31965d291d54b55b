import type { BrandEngine, Engine, Principal } from '@botwright/core';
import { sha256 } from '@botwright/core/node';
import { answerByKey } from '../pipeline/answer-by-key.ts';
import type { HttpRequest } from '../pipeline/http-api.ts';
import type { ApiResponse } from '../response/response.ts';

/** A request of a host's own route that a client may repeat. */
export interface OnceAnswer<T> {
  /** The host's engine; the stored response is in its store. */
  readonly engine: Pick<Engine, 'as' | 'once'>;
  /** The caller. Another person may use the same key. */
  readonly principal: Principal;
  /** Without `Idempotency-Key` the work runs each time. */
  readonly request: Pick<HttpRequest, 'method' | 'path' | 'headers'>;
  /** As read from the request: the same key with another body is refused. */
  readonly body?: unknown;
  /** The response contains a secret: its stored copy is encrypted. */
  readonly isSecret?: boolean;
  /** Calls one use-case that changes something. */
  work(engine: BrandEngine): Promise<T>;
  /** Called in the transaction that commits the change: it returns immediately and changes nothing. */
  encode(value: T): ApiResponse;
}

/**
 * Calls a use-case and encodes its result, once per caller, method, path and `Idempotency-Key`: a repeated request gets
 * the stored response for 24 hours. Without the header it is called each time.
 *
 * @throws {EngineError} `idempotency_key_in_use`, `idempotency_key_reused`, `invalid_parameters`, and the errors
 *   of the use-case
 * @spec HT79
 */
export async function answerOnce<T>(options: OnceAnswer<T>): Promise<ApiResponse> {
  const { engine, principal, request, body, isSecret = false } = options;
  return answerByKey<T, BrandEngine, ApiResponse>({
    header: request.headers.get('idempotency-key'),
    // Begins with the method, so that it is the path of no interface.
    path: `${request.method} ${request.path}`,
    fingerprint: () => sha256(JSON.stringify(body) ?? ''),
    isSecret,
    bind: () => engine.as(principal),
    once: (...run) => engine.once(principal, ...run),
    work: (bound) => options.work(bound),
    encode: (value) => options.encode(value),
  });
}
