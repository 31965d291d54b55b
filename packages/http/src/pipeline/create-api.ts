import { EngineError, type Permission } from '@botwright/core';
import { permissionDenied } from '@botwright/core/front';
import type { CallerRates } from '../rates/caller-rates.ts';
import { defaultMaxBodyBytes } from '../request/body.ts';
import { refuseAddress } from '../request/percent.ts';
import { type AnswerShape, envelopeFor } from '../response/answer-shape.ts';
import { type EncodeError, ErrorWithHeaders, methodNotAllowed } from '../response/errors.ts';
import type { ApiResponse, StreamedResponse } from '../response/response.ts';
import { type Base, findBase, loggedPath, segmentsBelow } from './base-path.ts';
import { checkOperations } from './check-operations.ts';
import { type ApiOptions, createHttpApi } from './create-http-api.ts';
import type { ApiCaller, Callers, Credential } from './credentials.ts';
import type { HttpRequest, MountedApi } from './http-api.ts';
import type { Operation, RouteContext } from './operation.ts';
import type { RequestProgress } from './request-progress.ts';
import { createRouter, type Resource } from './router.ts';
import { type EngineBinding, type InputRules, operationServer } from './serve-operation.ts';

export interface ApiBase<TContext> extends Base {
  readonly takesCookie: boolean;
  readonly context: TContext;
}

/** Configuration that differs between the interfaces. */
export interface ApiConfiguration<TCaller extends ApiCaller, THandles, TContext extends RouteContext> {
  readonly bases: readonly ApiBase<TContext>[];
  /** In the order in which the OpenAPI document shows them. */
  readonly operations: readonly Operation<THandles, TContext>[];
  readonly callers: Callers<TCaller>;
  permissionsOf(caller: TCaller): readonly Permission[];
  readonly rates: CallerRates;
  readonly engine: EngineBinding<TCaller, THandles>;
  readonly input: InputRules;
  encodeError: EncodeError;
  /** Headers of every response. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether paths that could identify a person are replaced in logs. */
  readonly hidesPaths: boolean;
  /** Responses for operations that the host did not enable. Absent: all operations are served. */
  readonly extensions?: {
    isOn(operation: Operation<THandles, TContext>): boolean;
    /** The response of a path when none of its operations is enabled, with or without credentials. */
    readonly noPath: ApiResponse;
    noMethod(method: string, allow: string): ApiResponse;
  };
}

/**
 * Makes an interface. Every request is checked in this order: base, path, caller, rate, method, permission, origin,
 * then the operation's input. The first check that fails decides the response.
 *
 * @throws {TypeError} when `checkOperations` refuses its operations.
 * @spec HT2, HT22, HT23, HT54, TK1, TK3, TK4, TK5, TK7, TK10
 */
export function createApi<TCaller extends ApiCaller, THandles, TContext extends RouteContext>(
  options: ApiOptions & AnswerShape,
  configuration: ApiConfiguration<TCaller, THandles, TContext>,
): MountedApi {
  const { bases, operations, callers, permissionsOf, rates, extensions, encodeError, hidesPaths } = configuration;
  const { engine, input, headers } = configuration;
  const { maxBodyBytes = defaultMaxBodyBytes } = options;
  const longestFirst = bases.toSorted((a, b) => b.path.length - a.path.length);
  checkOperations(operations);
  const router = createRouter(operations, extensions?.isOn);
  const serve = operationServer<TCaller, THandles, TContext>({
    engine,
    input,
    maxBodyBytes,
    envelope: envelopeFor(options),
  });

  async function respond(request: HttpRequest, progress: RequestProgress): Promise<ApiResponse | StreamedResponse> {
    const base = findBase(longestFirst, request.path);
    if (hidesPaths) logPath(progress, loggedPath(request.path, base?.path ?? bases[0]?.path ?? '', undefined));
    if (base === undefined) throw new EngineError('path_not_found');
    const segments = segmentsBelow(request.path, base);
    if (segments === undefined) throw refuseAddress(input.malformedAddress, 'path');
    const match = router.find(segments);
    if (match === undefined) throw new EngineError('path_not_found');

    const { resource, params } = match;
    if (hidesPaths) logPath(progress, loggedPath(request.path, base.path, resource.path));
    if (extensions !== undefined && resource.operations.size === 0) {
      if (options.encodeError !== undefined) throw new EngineError('path_not_found');
      return extensions.noPath;
    }
    const operation = resource.operations.get(request.method);
    const { context } = base;
    if (operation?.isOpen) {
      progress.operation = operation;
      return serve(operation, { request, progress, basePath: base.path, params, needsContentType: false, context });
    }
    if (operation === undefined && isOpen(resource)) throw methodNotAllowed(resource.allow);

    const credential = callers.read(request, base.takesCookie);
    const caller = credential && (await callers.find(credential));
    if (credential === undefined || caller === undefined) throw refuseCaller(request, credential, base);
    progress.caller = caller;
    await rates.admit(callers.countedBy?.(caller) ?? credential);

    if (operation === undefined) return refuseMethod(request.method, resource);
    progress.operation = operation;
    const { permission = 'anyone' } = operation;
    if (permission !== 'anyone' && !permissionsOf(caller).includes(permission)) {
      throw permissionDenied(permission);
    }
    if (!callers.isOriginAllowed(request, credential)) {
      throw new EngineError('permission_denied', {
        message: 'A request with the cookie needs an "Origin" that the host allows.',
      });
    }

    const { isCookie: needsContentType } = credential;
    return serve(operation, { request, progress, basePath: base.path, params, caller, needsContentType, context });
  }

  /** @spec HT59, TK3, TK8 */
  function refuseCaller(
    { address }: HttpRequest,
    credential: Credential | undefined,
    { takesCookie }: Pick<ApiBase<TContext>, 'takesCookie'>,
  ): EngineError {
    if (credential !== undefined) rates.admitFailure(address);
    const message = callers.advise(credential, takesCookie);
    return new ErrorWithHeaders('not_authenticated', { 'www-authenticate': callers.challenge }, message);
  }

  /** @spec HT4, AP22 */
  function refuseMethod(method: string, { notServed, allow }: Resource<unknown>): ApiResponse {
    const isOff = extensions !== undefined && notServed.has(method);
    if (!isOff || options.encodeError !== undefined) throw methodNotAllowed(allow);
    return extensions.noMethod(method, allow);
  }

  return {
    ...createHttpApi(options, { respond, encodeError, shape: options, ...(headers !== undefined && { headers }) }),
    basePaths: bases.map(({ path }) => path),
  };
}

/** Whether all operations of a path are open: then a 405 response lists its methods without credentials. @spec TK5 */
function isOpen({ operations }: Resource<{ readonly isOpen?: boolean }>): boolean {
  for (const operation of operations.values()) if (!operation.isOpen) return false;
  return true;
}

/** @spec TK20 */
function logPath(progress: RequestProgress, path: string | undefined): void {
  if (path === undefined) delete progress.loggedPath;
  else progress.loggedPath = path;
}
