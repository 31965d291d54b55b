import { type BrandEngine, EngineError } from '@botwright/core';
import type { OnceRequest } from '@botwright/core/front';
import { sha256 } from '@botwright/core/node';
import type * as v from 'valibot';
import { readBodyBytes } from '../request/body.ts';
import { prefersMinimal, readIfMatch } from '../request/headers.ts';
import { isJsonType, parseJson } from '../request/json.ts';
import { type QueryRules, readQuery } from '../request/query.ts';
import type { Envelope } from '../response/answer-shape.ts';
import { sendInTurn, unlimited } from '../response/large-answer.ts';
import type { ApiResponse, StreamedResponse } from '../response/response.ts';
import { answerByKey } from './answer-by-key.ts';
import type { HttpRequest } from './http-api.ts';
import type { Operation, OperationDescription, OperationInput, RouteContext } from './operation.ts';
import type { RequestProgress } from './request-progress.ts';

/** The rules for reading input that differ between interfaces. */
export interface InputRules extends QueryRules {
  /** The one that is refused when both are wrong. */
  readonly readsFirst: 'query' | 'body';
  /** `false`: the body `null` is refused like a body that is not JSON. `true`: the operation's check decides. */
  readonly takesNull: boolean;
}

/** How an interface calls the engine. */
export interface EngineBinding<TCaller, THandles> {
  /** Returns the use-cases, bound to a caller. */
  bind(caller: TCaller): THandles;
  /** Runs an operation once per `Idempotency-Key`. Absent: keys are ignored. */
  once?<T>(
    caller: TCaller,
    options: OnceRequest<T>,
    work: (handles: THandles) => Promise<T>,
  ): Promise<{ readonly response: string }>;
  /**
   * Finds how the brand of a caller takes turns with large bodies and large answers. Absent, or without a member: they
   * are served like others.
   */
  turnsOf?(caller: TCaller): Partial<Pick<BrandEngine, 'queueLargeInput' | 'beginLargeAnswer'>>;
}

/** A request that has passed the checks of caller, rate and permission. */
export interface AdmittedRequest<TCaller, TContext> {
  readonly request: HttpRequest;
  readonly progress: RequestProgress;
  readonly basePath: string;
  readonly params: Readonly<Record<string, string>>;
  /** Absent for an operation that anybody may call. */
  readonly caller?: TCaller;
  /** Whether a body without a `Content-Type` is refused. */
  readonly needsContentType: boolean;
  readonly context: TContext;
}

export interface ServeOptions<TCaller, THandles> {
  readonly engine: EngineBinding<TCaller, THandles>;
  readonly input: InputRules;
  readonly maxBodyBytes: number;
  /** Wraps the bodies of successful responses. Absent: they are sent as operations encode them. */
  readonly envelope?: Envelope | undefined;
}

export type ServeOperation<TCaller, THandles, TContext extends RouteContext> = (
  operation: Operation<THandles, TContext>,
  admitted: AdmittedRequest<TCaller, TContext>,
) => Promise<ApiResponse | StreamedResponse>;

type Input<TContext> = OperationInput<never, v.GenericSchema, unknown, TContext>;

const noBytes = new Uint8Array(0);

/** Bytes from which on a body is queued. */
const largeBody = 262_144;

/**
 * Makes a function that reads the input of an operation, calls its use-case and encodes the result.
 *
 * @spec HT46, HT47, HT68, HT75, TK13, TK19
 */
export function operationServer<TCaller, THandles, TContext extends RouteContext>(
  options: ServeOptions<TCaller, THandles>,
): ServeOperation<TCaller, THandles, TContext> {
  const { engine, input: rules, maxBodyBytes, envelope } = options;
  const { once, turnsOf } = engine;

  /** @spec HT68 */
  function inTurn(made: ApiResponse | StreamedResponse, caller: TCaller, method: string): typeof made {
    if (turnsOf === undefined || method === 'HEAD') return made;
    // The change is committed: the caller must get the response.
    const options = { isAccepted: method !== 'GET' };
    return sendInTurn(made, (bytes) => turnsOf(caller).beginLargeAnswer?.(bytes, options) ?? unlimited);
  }

  async function serve(
    operation: Operation<THandles, TContext>,
    { request, caller, basePath }: AdmittedRequest<TCaller, TContext>,
    { bytes, input }: { readonly bytes: Uint8Array; readonly input: Input<TContext> },
  ): Promise<ApiResponse | StreamedResponse> {
    // An operation for anybody uses no handles.
    if (caller === undefined) return operation.encode(await operation.work(undefined as THandles, input), input);
    return answerByKey<unknown, THandles, ApiResponse | StreamedResponse>({
      header: operation.canBeRepeated ? request.headers.get('idempotency-key') : undefined,
      path: request.path.slice(basePath.length),
      fingerprint: () => sha256(bytes),
      isSecret: operation.isSecret === true,
      bind: () => engine.bind(caller),
      ...(once !== undefined && { once: (...run) => once(caller, ...run) }),
      work: (handles) => operation.work(handles, input),
      encode: (value) => operation.encode(value, input),
    });
  }

  return async (operation, admitted) => {
    const { request, progress, caller } = admitted;
    const bytes = operation.body === undefined ? noBytes : await readBodyBytes(request, maxBodyBytes);
    const read = () => readInput(operation, admitted, { bytes, rules });
    const use = (input: Input<TContext>) => serve(operation, admitted, { bytes, input });
    const isLarge = caller !== undefined && bytes.byteLength >= largeBody;
    const queue = isLarge ? turnsOf?.(caller).queueLargeInput : undefined;
    const made = await (queue === undefined ? use(read()) : queue(read, use));
    const wrapped = envelope === undefined ? made : await envelope(made, request, progress);
    return caller === undefined ? wrapped : inTurn(wrapped, caller, request.method);
  };
}

/** @spec HT2, HT39, DR44, TK11, TK16 */
function readInput<TContext extends RouteContext>(
  operation: Pick<Operation<never>, 'body' | keyof OperationDescription>,
  { request, params, needsContentType, context }: AdmittedRequest<unknown, TContext>,
  { bytes, rules }: { readonly bytes: Uint8Array; readonly rules: InputRules },
): Input<TContext> {
  const { headers } = request;
  if (bytes.byteLength > 0) checkMediaType(headers.get('content-type') ?? '', needsContentType);
  const query = rules.readsFirst === 'query' ? readQuery(operation.query, request.query, rules) : undefined;
  const condition = operation.isConditional ? readIfMatch(headers.get('if-match')) : {};
  const isMinimal = operation.canBeMinimal === true && prefersMinimal(headers.get('prefer'));
  const body = operation.body?.read(readJson(bytes, rules));
  return {
    // The router fills every parameter that the path names.
    params: params as Readonly<Record<never, string>>,
    query: query ?? readQuery(operation.query, request.query, rules),
    condition,
    isMinimal,
    body,
    bodyBytes: bytes.byteLength,
    request,
    context,
  };
}

/**
 * Checks the `Content-Type`. Pages of other sites can make a browser send a request with its cookie and a body without
 * a type, so with a cookie the type is required.
 *
 * @throws {EngineError} `unsupported_media_type`
 * @spec HT25, HT31, TK14
 */
function checkMediaType(type: string, isNeeded: boolean): void {
  const isJson = type === '' ? !isNeeded : isJsonType(type);
  if (!isJson) throw new EngineError('unsupported_media_type');
}

/** @spec HT34, TK15, TK16 */
function readJson(bytes: Uint8Array, { takesNull }: InputRules): unknown {
  if (bytes.byteLength === 0) return undefined;
  const json = parseJson(bytes);
  if (json === null && !takesNull) throw new EngineError('malformed_json', { message: 'null is not a body.' });
  return json;
}
