import type { Permission } from '@botwright/core';
import type { RateLimiter } from '@botwright/core/ports';
import * as v from 'valibot';
import { type ApiDescription, openApiDocument } from '../openapi/document.ts';
import { readBasePath, readBaseUrl } from '../pipeline/base-path.ts';
import { createApi } from '../pipeline/create-api.ts';
import type { ApiOptions } from '../pipeline/create-http-api.ts';
import { type ApiCaller, callersOf, type FindCaller } from '../pipeline/credentials.ts';
import type { MountedApi } from '../pipeline/http-api.ts';
import { defineOperation, type Operation, type RouteContext } from '../pipeline/operation.ts';
import type { InputRules } from '../pipeline/serve-operation.ts';
import { callerRates } from '../rates/caller-rates.ts';
import { yamlType } from '../response/response.ts';
import { tokenErrorCodes } from './token-errors.ts';

/** Options of the interfaces with one kind of token: the Platform API and APIchat. */
export interface TokenApiOptions extends ApiOptions {
  /** Where the base is reached from outside, such as `https://api.example.com/v1/`: the OpenAPI document names it. */
  readonly publicUrl: string;
  /** Path of the base, with which `publicUrl` ends; default `/v1`. */
  readonly basePath?: string;
  /** Requests in any second of one token; default 10, 0 switches the limit off. */
  readonly rateLimit?: number;
  /** Where they are counted; default: in the engine's store, for all who serve it. */
  readonly rateLimiter?: RateLimiter;
  /**
   * Tokens that nobody has, in any second from one address; beyond them the response is 429. Counted in this process;
   * good tokens go through all the same. Default 10, 0 switches the limit off.
   */
  readonly failedTokenLimit?: number;
}

const defaultBasePath = '/v1';
const defaultRateLimit = 10;

/** The engine checks values, as it must first find what they are about. @spec TK11, TK15, TK16 */
const inputRules: InputRules = {
  query: 'converted',
  readsFirst: 'body',
  takesNull: false,
  malformedAddress: 'malformed_json',
};

/** What makes one interface with tokens different from another. */
export interface TokenApiConfiguration<TCaller extends ApiCaller, THandles, TContext> {
  /** In `WWW-Authenticate`; each interface counts its requests by itself. */
  readonly name: string;
  /** What the OpenAPI document calls the token, such as `agent_token`. */
  readonly tokenName: string;
  readonly operations: readonly Operation<THandles, RouteContext & TContext>[];
  readonly rateLimiter: RateLimiter;
  readonly find: FindCaller<TCaller>;
  permissionsOf(caller: TCaller): readonly Permission[];
  bind(caller: TCaller): THandles;
  /** What operations know beside the request. */
  readonly context: TContext;
  readonly description: Omit<ApiDescription, 'version' | 'securitySchemes' | 'codesOf'>;
}

/** Makes an interface that knows its callers by `Authorization: Token`. */
export function createTokenApi<TCaller extends ApiCaller, THandles, TContext extends object>(
  options: TokenApiOptions,
  configuration: TokenApiConfiguration<TCaller, THandles, TContext>,
): MountedApi {
  const { name, tokenName, operations, find, permissionsOf, bind, description } = configuration;
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
    callers: callersOf({ realm: name, authorization: new Map([['token', { scheme: name, find }]]) }),
    permissionsOf,
    rates: callerRates({
      limit: rateLimit,
      limiter: options.rateLimiter ?? configuration.rateLimiter,
      failureLimit: failedTokenLimit,
    }),
    engine: { bind },
    input: inputRules,
    encodeError: description.encodeError,
    hidesPaths: true,
  });
}

/** Gives the OpenAPI document to anybody. @spec TK17 */
export const getTokenApiDocument: Operation<unknown> = defineOperation({
  id: 'getContract',
  method: 'GET',
  path: '/openapi.yml',
  tag: 'Contract',
  summary: 'Read this contract',
  isDecidedHere: true,
  isOpen: true,
  success: { status: 200, description: 'OpenAPI 3.1.', schema: v.string(), contentType: yamlType },
  errors: [],
  work: async (_handles: unknown, { context }) => context.openApi(),
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
