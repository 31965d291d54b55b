import { type AccountKind, accountKinds, isAccountKind } from '../../domain/account-connection/connected-account.ts';
import { isHttpUrl } from '../../domain/http-url.ts';
import {
  type AccountProvider,
  isProviderError,
  type ProviderFailure,
  type SchedulerProvider,
  type SpreadsheetProvider,
} from '../../ports/account-provider.ts';

/** The options of an engine for connecting accounts. */
export interface ConnectedAccountOptions {
  /** At most one per kind: providers of the shipped kinds and of the host's kinds. */
  readonly providers: readonly (SpreadsheetProvider | SchedulerProvider | AccountProvider)[];
  /** Base of the links for members, http(s) without a query: the host serves the page at `<connectUrl>/<link>`. */
  readonly connectUrl: string;
  /** Where providers send people back to. Default: `<connectUrl>/callback`. */
  readonly redirectUri?: string;
}

/** The provider of a kind of account. */
export type ProviderOf<TKind extends AccountKind> = TKind extends 'spreadsheets'
  ? SpreadsheetProvider
  : TKind extends 'scheduler'
    ? SchedulerProvider
    : AccountProvider;

export interface AccountProviders {
  /** The shipped kinds, and the kinds of the providers. */
  readonly kinds: ReadonlySet<AccountKind>;
  of<const TKind extends AccountKind>(kind: TKind): ProviderOf<TKind> | undefined;
  /** Without a `/` at its end. */
  readonly connectUrl: string;
  readonly redirectUri: string;
}

/**
 * @throws {TypeError} When two providers have the same kind, a kind cannot be one, or a URL is invalid.
 * @spec CA58
 */
export function accountProviders(options: ConnectedAccountOptions | undefined): AccountProviders {
  const byKind = new Map<AccountKind, AccountProvider>();
  for (const provider of options?.providers ?? []) {
    const { kind } = provider;
    if (!isAccountKind(kind)) {
      throw new TypeError(
        `The kind ${JSON.stringify(kind)} of a provider: expected a lower-case letter, then up to 63 of these, digits, _ and -.`,
      );
    }
    if (byKind.has(kind)) throw new TypeError('There is one provider of a kind at most.');
    byKind.set(kind, provider);
  }
  const ofAll = {
    kinds: new Set([...accountKinds, ...byKind.keys()]),
    of: <TKind extends AccountKind>(kind: TKind) => byKind.get(kind) as ProviderOf<TKind> | undefined,
  };
  if (options === undefined) return { ...ofAll, connectUrl: '', redirectUri: '' };
  const connectUrl = withoutSlash(readAddress('connectUrl', options.connectUrl));
  const redirectUri = readAddress('redirectUri', options.redirectUri ?? `${connectUrl}/callback`);
  return { ...ofAll, connectUrl, redirectUri };
}

/**
 * The scopes that an account must have now to be used; none when the kind has no provider.
 *
 * @spec CA26
 */
export function requiredScopes(providers: AccountProviders, kind: AccountKind): readonly string[] {
  return providers.of(kind)?.requiredScopes ?? [];
}

/**
 * Checks the provider of a call that the host makes: only a provider of this engine gets its accounts' tokens.
 *
 * @throws {TypeError} When it is another.
 * @spec CA60
 */
export function requireOwnProvider(providers: AccountProviders, provider: AccountProvider): void {
  const { kind }: AccountProvider = provider;
  if ((providers.of(kind) as AccountProvider | undefined) === provider) return;
  throw new TypeError(`The provider of ${kind} is not one of this engine: give it to connectedAccounts.providers.`);
}

/** Why a call of a provider failed. */
export interface ProviderFault {
  readonly reason: ProviderFailure;
  /** For logs. */
  readonly cause: unknown;
}

/**
 * Converts an error of a provider's call. An error that the port does not define may carry a token in its message, so
 * the result has only its name.
 *
 * @spec CA33, CA41
 */
export function providerFault(error: unknown): ProviderFault {
  if (isProviderError(error)) return { reason: error.reason, cause: error };
  const name = error instanceof Error ? error.name : typeof error;
  return { reason: 'unavailable', cause: new Error(`The provider threw ${name}.`) };
}

function readAddress(name: string, address: unknown): string {
  if (typeof address === 'string' && isHttpUrl(address) && !/[?#]/.test(address)) return address;
  throw new TypeError(`The option ${name} is an http(s) address with no query.`);
}

function withoutSlash(address: string): string {
  return address.endsWith('/') ? withoutSlash(address.slice(0, -1)) : address;
}
