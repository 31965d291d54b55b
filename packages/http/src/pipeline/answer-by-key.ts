import { EngineError, type ErrorCode } from '@botwright/core';
import type { OnceRequest } from '@botwright/core/front';
import { type HeaderValue, readIdempotencyKey } from '../request/headers.ts';
import type { ApiResponse, StreamedResponse } from '../response/response.ts';

/** A request that may have an `Idempotency-Key`. */
export interface KeyedRequest<T, THandles, TResponse> {
  /** Value of `Idempotency-Key`. */
  readonly header: HeaderValue;
  /** Together with the caller it is the scope of the key. */
  readonly path: string;
  /** Equal for equal bodies. */
  fingerprint(): string;
  readonly isSecret: boolean;
  bind(): THandles;
  /** Absent: keys are ignored. */
  once?(request: OnceRequest<T>, work: (handles: THandles) => Promise<T>): Promise<{ readonly response: string }>;
  work(handles: THandles): Promise<T>;
  encode(value: T): TResponse;
}

/** The stored form of a refusal whose changes were committed. */
interface StoredRefusal {
  readonly refusal: Pick<EngineError, 'code' | 'message' | 'field' | 'faults' | 'violations' | 'violationsTotal'>;
}

/**
 * Answers a request, once per `Idempotency-Key` if it has one. A stored refusal is thrown again, so that it gets the
 * shape and the request id of this request.
 *
 * @throws {EngineError} `invalid_parameters`, `idempotency_key_in_use`, `idempotency_key_reused`, and the errors of `work`
 * @spec HT46, HT47, HT48
 */
export async function answerByKey<T, THandles, TResponse extends ApiResponse | StreamedResponse>(
  request: KeyedRequest<T, THandles, TResponse>,
): Promise<TResponse | ApiResponse> {
  const { header, path, isSecret, once } = request;
  const key = once && readIdempotencyKey(header);
  if (once === undefined || key === undefined) return request.encode(await request.work(request.bind()));

  const { response } = await once(
    {
      path,
      key,
      fingerprint: request.fingerprint(),
      isSecret,
      encode: (outcome) =>
        JSON.stringify(outcome.kind === 'done' ? request.encode(outcome.value) : storedRefusal(outcome.error)),
    },
    (handles) => request.work(handles),
  );
  const stored = JSON.parse(response) as ApiResponse | StoredRefusal;
  if (!('refusal' in stored)) return stored;
  const { code, field, ...details } = stored.refusal;
  // A refusal of the host's policy commits nothing, so the code is one of the catalogue.
  throw new EngineError(code as ErrorCode, { ...details, ...(field !== undefined && { field }) });
}

function storedRefusal(error: EngineError): StoredRefusal {
  const { code, message, field, faults, violations, violationsTotal } = error;
  return { refusal: { code, message, field, faults, violations, violationsTotal } };
}
