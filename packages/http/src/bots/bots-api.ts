import type { Bot, BrandEngine, Engine, Principal } from '@botwright/core';
import type { RateLimiter } from '@botwright/core/ports';
import { openApiDocument } from '../openapi/document.ts';
import { readBasePath, readBaseUrl } from '../pipeline/base-path.ts';
import { type ApiBase, type ApiConfiguration, createApi } from '../pipeline/create-api.ts';
import type { ApiOptions } from '../pipeline/create-http-api.ts';
import { type Callers, callersOf, type FindCaller, ofServedBrand } from '../pipeline/credentials.ts';
import type { MountedApi } from '../pipeline/http-api.ts';
import type { InputRules } from '../pipeline/serve-operation.ts';
import { callerRates } from '../rates/caller-rates.ts';
import type { AnswerShape } from '../response/answer-shape.ts';
import { jsonResponse, responseCache } from '../response/response.ts';
import { botsDescription } from './bots-description.ts';
import {
  type BotsContext,
  type BotsOperation,
  type Extensions,
  isSwitchedOn,
  methodSwitchedOff,
  notFoundPage,
} from './bots-operation.ts';
import { botsOperations } from './operation-table.ts';
import { encodeOneBot } from './wire/bot.ts';
import { encodeBotsError } from './wire/error.ts';
import type { BotsBody } from './wire/page.ts';

/** Addresses, callers, rates and operations of the Bots API. */
export interface BotsApiOptions extends ApiOptions, AnswerShape<BotsBody> {
  /** Its use-cases are served. The host closes it, after the server. */
  readonly engine: Engine;
  /**
   * Public URL of the public base, such as `https://bots.example.com/v0-alpha`. Links begin with it, never with a host
   * from request headers.
   */
  readonly publicUrl: string;
  /** URL of the same-origin base; default: its path at the origin of `publicUrl`. */
  readonly sameOriginUrl?: string;
  /** Path of the public base, with which `publicUrl` ends; default `/v0-alpha`. */
  readonly basePath?: string;
  /** Path of the base that accepts session cookies, for the host's own pages; default `/api/v0-alpha`. */
  readonly sameOriginBasePath?: string;
  /** Verifies bearer tokens. Default: all are refused. */
  readonly bearer?: FindPrincipal;
  /** Session cookies, on the same-origin base only. Default: all are refused. */
  readonly session?: SessionOptions;
  /** Requests per second and credential, in a sliding window; default 100, 0 disables the limit. */
  readonly rateLimit?: number;
  /**
   * The counter of requests. Default: in this process. `engine.rateLimiter` counts for all processes that share the
   * engine's store.
   */
  readonly rateLimiter?: RateLimiter;
  /** Default: none. */
  readonly extensions?: Partial<Extensions>;
  /** The operations to serve and describe; default: all of `botsOperations`. */
  readonly operations?: readonly BotsOperation[];
}

/** Finds the caller whose credential this is; `undefined` when it is not valid. */
export type FindPrincipal = FindCaller<Principal>;

export interface SessionOptions {
  /** Name of the cookie; default `sessionid`. */
  readonly cookie?: string;
  /** Finds the caller of a cookie's value; `undefined` refuses it. */
  readonly verify: FindPrincipal;
  /** Whether a page of this `Origin` may send a request that changes something. */
  isOriginAllowed(origin: string): boolean;
}

const defaultCookie = 'sessionid';
const defaultRateLimit = 100;
const nobody: FindPrincipal = async () => undefined;

const inputRules: InputRules = {
  refusesUnusedQuery: true,
  readsFirst: 'query',
  takesNull: true,
  malformedAddress: 'invalid_parameters',
};

/**
 * Makes the Bots API of an engine, for any server: `@botwright/http-node` and `@botwright/http-hono` connect it.
 *
 * @throws {TypeError} when `publicUrl` or `sameOriginUrl` is not the URL of its base, or two of the operations have the
 *   same id, or the same method and path.
 * @example
 * const api = createBotsApi({ engine, publicUrl: 'https://bots.example.com/v0-alpha' });
 * createServer(nodeListener(api)).listen(3000);
 */
export function createBotsApi(options: BotsApiOptions): MountedApi {
  const { engine, operations = botsOperations, rateLimit = defaultRateLimit } = options;
  const extensions = { discardDraft: false, draftRevisions: false, duplicateBot: false, ...options.extensions };

  return createApi(options, {
    bases: basesOf(options, { operations, extensions }),
    operations,
    callers: botsCallers(options),
    rates: callerRates({ limit: rateLimit, limiter: options.rateLimiter, clock: options.clock, failureLimit: 0 }),
    ...botsConfiguration(engine, extensions),
  });
}

/** Configuration of the Bots API that is the same for all bases and credentials. */
export function botsConfiguration(
  engine: Pick<Engine, 'as' | 'once'>,
  extensions: Extensions,
): Omit<
  Required<ApiConfiguration<Principal, BrandEngine, BotsContext>>,
  'bases' | 'operations' | 'callers' | 'rates' | 'headers'
> {
  return {
    permissionsOf: ({ permissions }) => permissions,
    engine: {
      bind: (principal) => engine.as(principal),
      once: (principal, request, work) => engine.once(principal, request, work),
      turnsOf: (principal) => engine.as(principal),
    },
    input: inputRules,
    encodeError: encodeBotsError,
    hidesPaths: false,
    extensions: {
      isOn: (operation) => isSwitchedOn(operation, extensions),
      noPath: notFoundPage,
      noMethod: methodSwitchedOff,
    },
  };
}

/** The public base, and the same-origin base for the host's own pages. @spec HT1, HT9, OA8, OA9 */
export function basesOf(
  options: Pick<BotsApiOptions, 'publicUrl' | 'sameOriginUrl' | 'basePath' | 'sameOriginBasePath' | 'session'>,
  { operations, extensions }: { readonly operations: readonly BotsOperation[]; readonly extensions: Extensions },
): readonly [ApiBase<BotsContext>, ApiBase<BotsContext>] {
  const path = readBasePath('basePath', options.basePath ?? '/v0-alpha');
  const sameOriginPath = readBasePath('sameOriginBasePath', options.sameOriginBasePath ?? '/api/v0-alpha');
  const publicUrl = readBaseUrl('publicUrl', options.publicUrl, path);
  const sameOriginText = options.sameOriginUrl ?? `${new URL(publicUrl).origin}${sameOriginPath}`;
  const sameOriginUrl = readBaseUrl('sameOriginUrl', sameOriginText, sameOriginPath);

  const description = botsDescription(extensions, options.session?.cookie ?? defaultCookie);
  const tokens = ['agentToken', 'bearerToken'];
  const shared = {
    publicUrl,
    extensions,
    botResponses: responseCache((bot: Bot) => jsonResponse(200, encodeOneBot(bot))),
  };
  const publicDocument = openApiDocument(description, { operations, url: publicUrl, security: tokens });
  const sameOriginDocument = openApiDocument(description, {
    operations,
    url: sameOriginUrl,
    security: [...tokens, 'sessionCookie'],
  });
  return [
    { path, takesCookie: false, context: { ...shared, openApi: publicDocument } },
    { path: sameOriginPath, takesCookie: true, context: { ...shared, openApi: sameOriginDocument } },
  ];
}

/** @spec HT19, HT20, HT21, HT22, HT24 */
function botsCallers({ engine, bearer, session }: BotsApiOptions): Callers<Principal> {
  const served =
    (find: FindPrincipal): FindPrincipal =>
    async (credential) =>
      ofServedBrand(engine, find(credential));
  return callersOf({
    realm: 'bots',
    authorization: new Map([
      [
        'token',
        { scheme: 'agentToken', meaning: 'the token of an agent', find: (token: string) => engine.authenticate(token) },
      ],
      [
        'bearer',
        {
          scheme: 'bearerToken',
          meaning: bearer && 'a token that this host verifies',
          find: bearer === undefined ? nobody : served(bearer),
        },
      ],
    ]),
    cookie: session && {
      scheme: 'sessionCookie',
      name: session.cookie ?? defaultCookie,
      find: served((cookie) => session.verify(cookie)),
      isOriginAllowed: (origin) => session.isOriginAllowed(origin),
    },
  });
}
