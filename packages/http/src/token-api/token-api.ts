import type { Permission } from '@botwright/core';
import type { RateLimiter } from '@botwright/core/ports';
import * as v from 'valibot';
import { type ApiDescription, openApiDocument } from '../openapi/document.ts';
import { readBasePath, readBaseUrl } from '../pipeline/base-path.ts';
import { createApi } from '../pipeline/create-api.ts';
import type { ApiOptions } from '../pipeline/create-http-api.ts';
import { type ApiCaller, callersOf, type FindCaller } from '../pipeline/credentials.ts';
import type { MountedApi } from '../pipeline/http-api.ts';
import { type Operation, operationsOf, type RouteContext } from '../pipeline/operation.ts';
import type { EngineBinding, InputRules } from '../pipeline/serve-operation.ts';
import { callerRates } from '../rates/caller-rates.ts';
import type { AnswerShape } from '../response/answer-shape.ts';
import { yamlType } from '../response/response.ts';
import { tokenErrorCodes } from './token-errors.ts';

/** Options of the interfaces that authenticate callers by tokens: the Platform API and APIchat. */
export interface TokenApiOptions extends ApiOptions {
  /** Public URL of the base, such as `https://api.example.com/v1/`, for the OpenAPI document. */
  readonly publicUrl: string;
  /** Path of the base, with which `publicUrl` ends; default `/v1`. */
  readonly basePath?: string;
  /** Requests per second and token, in a sliding window; default 10, 0 disables the limit. */
  readonly rateLimit?: number;
  /** The counter of requests; default: in the engine's store, for all processes that share it. */
  readonly rateLimiter?: RateLimiter;
  /**
   * Requests with invalid tokens per second and address; further ones get 429. Counted in this process. Requests with
   * valid tokens are not affected. Default 10, 0 disables the limit.
   */
  readonly failedTokenLimit?: number;
}

const defaultBasePath = '/v1';
const defaultRateLimit = 10;

/** @spec TK11, TK15, TK16 */
export const tokenInputRules: InputRules = {
  refusesUnusedQuery: false,
  readsFirst: 'body',
  takesNull: false,
  malformedAddress: 'malformed_json',
};

/** Configuration that differs between the interfaces with tokens. */
export interface TokenApiConfiguration<TCaller extends ApiCaller, THandles, TContext> {
  /** The realm in `WWW-Authenticate`, and part of the key of the rate limit. */
  readonly name: string;
  /** The caller's token in messages, such as `the token of an agent`. */
  readonly tokenMeaning: string;
  /** Name of the security scheme in the OpenAPI document, such as `agent_token`. */
  readonly tokenName: string;
  readonly operations: readonly Operation<THandles, RouteContext & TContext>[];
  readonly rateLimiter: RateLimiter;
  readonly find: FindCaller<TCaller>;
  permissionsOf(caller: TCaller): readonly Permission[];
  readonly engine: Pick<EngineBinding<TCaller, THandles>, 'bind' | 'turnsOf'>;
  /** Context of operations. */
  readonly context: TContext;
  readonly description: Omit<ApiDescription, 'version' | 'securitySchemes' | 'codesOf'>;
}

/** Makes an interface that authenticates callers by `Authorization: Token`. */
export function createTokenApi<TCaller extends ApiCaller, THandles, TContext extends object>(
  options: TokenApiOptions & AnswerShape,
  configuration: TokenApiConfiguration<TCaller, THandles, TContext>,
): MountedApi {
  const { name, tokenMeaning, tokenName, operations, find, permissionsOf, engine, description } = configuration;
  const { rateLimit = defaultRateLimit, failedTokenLimit = defaultRateLimit } = options;
  const path = readBasePath('basePath', options.basePath ?? defaultBasePath);
  const publicUrl = readBaseUrl('publicUrl', options.publicUrl, path);
  const scheme = tokenName.replace(/_(\w)/, (_, letter: string) => letter.toUpperCase());
  const openApi = openApiDocument(
    {
      ...description,
      version: 'v1',
      securitySchemes: { [scheme]: describeToken(tokenName) },
      codesOf: tokenErrorCodes,
    },
    { operations, url: publicUrl, security: [scheme] },
  );

  return createApi<TCaller, THandles, RouteContext & TContext>(options, {
    bases: [{ path, takesCookie: false, context: { ...configuration.context, publicUrl, openApi } }],
    operations,
    callers: callersOf({
      realm: name,
      authorization: new Map([['token', { scheme: name, meaning: tokenMeaning, find }]]),
    }),
    permissionsOf,
    rates: callerRates({
      limit: rateLimit,
      limiter: options.rateLimiter ?? configuration.rateLimiter,
      clock: options.clock,
      failureLimit: failedTokenLimit,
    }),
    engine,
    input: tokenInputRules,
    encodeError: description.encodeError,
    hidesPaths: true,
  });
}

/** Serves the OpenAPI document, without credentials. @spec TK17 */
export const getTokenApiDocument: Operation<unknown> = operationsOf<unknown>()({
  id: 'getContract',
  method: 'GET',
  path: '/openapi.yml',
  tag: 'Contract',
  summary: 'Read this contract',
  isDecidedHere: true,
  isOpen: true,
  success: { status: 200, description: 'OpenAPI 3.1.', schema: v.string(), contentType: yamlType },
  errors: [],
  work: async (_handles, { context }) => context.openApi(),
  encode: (yaml) => ({ status: 200, contentType: yamlType, body: yaml }),
});

function describeToken(name: string): object {
  return {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: `\`Authorization: Token <${name}>\`. Treat the token as a password.`,
  };
}
