import type { AccountKind, Bot, BrandEngine, Engine, Principal } from '@botwright/core';
import { type ChannelFamily, channelFamilies } from '@botwright/core/diagram';
import { shippedAccountKinds } from '@botwright/core/inputs';
import { systemIds } from '@botwright/core/node';
import type { RateLimiter } from '@botwright/core/ports';
import { botsConfiguration } from '../bots/bots-api.ts';
import type { BotsContext, Extensions } from '../bots/bots-operation.ts';
import { botsOperations } from '../bots/operation-table.ts';
import { ownAccountOperations } from '../bots/operations/accounts.ts';
import { encodeOneBot } from '../bots/wire/bot.ts';
import type { MemberSignIn } from '../connect/link-operations.ts';
import { readBasePath, readBaseUrl } from '../pipeline/base-path.ts';
import { createApi } from '../pipeline/create-api.ts';
import type { ApiOptions } from '../pipeline/create-http-api.ts';
import { combineApis, type HttpRequest, type MountedApi } from '../pipeline/http-api.ts';
import type { RouteContext } from '../pipeline/operation.ts';
import { platformOperations } from '../platform/operation-table.ts';
import { platformBinding } from '../platform/platform-api.ts';
import type { PlatformContext, PlatformHandles } from '../platform/platform-operation.ts';
import { defaultTemplates, type MessageTemplate } from '../platform/wire/channel.ts';
import { encodePlatformError } from '../platform/wire/envelope.ts';
import { encodeMessageForPage } from '../platform/wire/message.ts';
import { callerRates } from '../rates/caller-rates.ts';
import { jsonResponse, privateHeaders, responseCache } from '../response/response.ts';
import { tokenInputRules } from '../token-api/token-api.ts';
import type { ConsoleContext, ExampleBot, UnsentMails } from './console-operation.ts';
import { memberCallers } from './member-callers.ts';
import { consoleOperations } from './operation-table.ts';

/** The sign-in of a console's host. */
export interface ConsoleSignIn extends MemberSignIn {
  /**
   * Begins a session with a code that this host gave out, once: returns headers such as a `set-cookie`, or `undefined`
   * when the code is invalid, used or expired. Absent: there are no codes.
   */
  enter?(code: string): Promise<Readonly<Record<string, string>> | undefined>;
  /**
   * Ends the session of the request: after it, `member` finds nobody in any request with the same cookie.
   *
   * @returns Headers of the response, such as a `set-cookie` that deletes the cookie.
   */
  signOut?(request: HttpRequest): Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
}

/** The requests of the console, and the sign-in of its members. */
export interface ConsoleApiOptions extends ApiOptions {
  /** Its use-cases are served with the permissions of the member. */
  readonly engine: Engine;
  /** Public URL of the console, below which the base path is. */
  readonly publicUrl: string;
  /** Path of the operations, with which `publicUrl` ends; default `/console/api`. */
  readonly basePath?: string;
  /** Finds the member of each request, and ends sessions. */
  readonly signIn: ConsoleSignIn;
  /** Requests per second and person, in a sliding window; default 100, 0 disables the limit. */
  readonly rateLimit?: number;
  /** The counter of requests. Default: in this process. */
  readonly rateLimiter?: RateLimiter;
  /** The host's channel families, as passed to `createEngine`; default: the shipped ones. */
  readonly families?: readonly (string | ChannelFamily)[];
  /** The host's kinds of connected accounts that have a provider, with their names for people. Default: none. */
  readonly accountKinds?: readonly { readonly kind: AccountKind; readonly title: string }[];
  /**
   * Shipped kinds of connected accounts that the console offers. Default: the kinds for which the engine has a
   * provider.
   */
  readonly connectableKinds?: readonly AccountKind[];
  /** Base address of the web chat's pages, if they are served; the number of the bot follows. */
  readonly chatUrl?: string;
  /** The mails that the host stores and does not send. Default: none, and the page has no list of them. */
  readonly unsentMails?: UnsentMails;
  /** Example bots. Default: none. */
  readonly examples?: readonly ExampleBot[];
  /** The templates of msgapp channels; default: two samples. */
  readonly templates?: readonly MessageTemplate[];
}

const defaultBasePath = '/console/api';
const defaultRateLimit = 100;

/** The Bots API encodes as for a person: no program relies on a contract here. */
const extensions: Extensions = { discardDraft: true, draftRevisions: true, duplicateBot: true };

/**
 * Makes the operations behind a page for signed-in people: the Bots API at `v0-alpha` and the Platform API at `v1`, by
 * their operation tables, and further operations that only such a page needs.
 *
 * @throws {TypeError} when `publicUrl` is not the URL of its base.
 * @spec CO1, CO2, CO3, CO62
 */
export function createConsoleApi(options: ConsoleApiOptions): MountedApi {
  const { engine, signIn, ids = systemIds(), rateLimit = defaultRateLimit, examples = [], accountKinds = [] } = options;
  const path = readBasePath('basePath', options.basePath ?? defaultBasePath);
  const publicUrl = readBaseUrl('publicUrl', options.publicUrl, path);
  const callers = memberCallers({ engine, signIn, publicUrl });
  const rates = callerRates({ limit: rateLimit, limiter: options.rateLimiter, clock: options.clock, failureLimit: 0 });
  const baseOf = <TContext extends object>(below: string, context: TContext) => {
    const route: RouteContext = { publicUrl: `${publicUrl}${below}`, openApi: async () => '' };
    return [{ path: `${path}${below}`, takesCookie: true, context: { ...context, ...route } }];
  };
  const shared = { callers, rates, headers: privateHeaders };
  const { extensions: extensionResponses, ...configuration } = botsConfiguration(engine, extensions);
  const botResponses = responseCache((bot: Bot) => jsonResponse(200, encodeOneBot(bot)));

  const bots = createApi<Principal, BrandEngine, BotsContext>(options, {
    ...configuration,
    ...shared,
    extensions: extensionResponses,
    bases: baseOf('/v0-alpha', { extensions, botResponses }),
    operations: [...botsOperations.filter(isNoContract), ...accountKinds.flatMap(ownAccountOperations)],
  });
  const platform = createApi<Principal, PlatformHandles, PlatformContext>(options, {
    ...shared,
    bases: baseOf('/v1', { templates: options.templates ?? defaultTemplates, encodeMessage: encodeMessageForPage }),
    operations: platformOperations.filter(isNoContract),
    permissionsOf: ({ permissions }) => permissions,
    engine: platformBinding(engine),
    input: tokenInputRules,
    encodeError: encodePlatformError,
    hidesPaths: true,
  });
  const { chatUrl, unsentMails, connectableKinds = engine.accountKinds } = options;
  const connects = shippedAccountKinds.filter((kind) => connectableKinds.includes(kind));
  const families = (options.families ?? channelFamilies).map(
    (each): ChannelFamily => (typeof each === 'string' ? { name: each } : each),
  );
  const models = engine.modelNames;
  const signOut = async (request: HttpRequest) => (await signIn.signOut?.(request)) ?? {};
  const enter = (code: string) => signIn.enter?.(code) ?? Promise.resolve(undefined);
  const own = createApi<Principal, BrandEngine, ConsoleContext>(options, {
    ...configuration,
    ...shared,
    bases: baseOf('', {
      ids,
      examples,
      families,
      connects,
      accountKinds,
      models,
      chatUrl,
      unsentMails,
      signOut,
      enter,
    }),
    operations: consoleOperations,
    hidesPaths: true,
  });
  return combineApis(own, bots, platform);
}

/** These operations are not a contract: they change with the page. */
const isNoContract = ({ id }: { readonly id: string }): boolean => id !== 'getContract';
