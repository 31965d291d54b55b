import type { AccountKind } from '../../domain/account-connection/connected-account.ts';
import { isHttpUrl } from '../../domain/inputs/members.ts';
import {
  isProviderError,
  type ProviderFailure,
  type SchedulerProvider,
  type SpreadsheetProvider,
} from '../../ports/account-provider.ts';

/** What an engine needs in order to connect accounts. */
export interface ConnectedAccountOptions {
  /** At most one per kind. */
  readonly providers: readonly (SpreadsheetProvider | SchedulerProvider)[];
  /** Base of the links to hand out, http(s) with no query: the host serves the page at `<connectUrl>/<link>`. */
  readonly connectUrl: string;
  /** Where providers send people back to. Default: `<connectUrl>/callback`. */
  readonly redirectUri?: string;
}

export interface AccountProviders {
  readonly spreadsheets?: SpreadsheetProvider;
  readonly scheduler?: SchedulerProvider;
  /** Without a `/` at its end. */
  readonly connectUrl: string;
  readonly redirectUri: string;
}

/** @throws {TypeError} When two providers have the same kind, or a URL is invalid. */
export function accountProviders(options: ConnectedAccountOptions | undefined): AccountProviders {
  if (options === undefined) return { connectUrl: '', redirectUri: '' };

  const connectUrl = withoutSlash(readAddress('connectUrl', options.connectUrl));
  const redirectUri = readAddress('redirectUri', options.redirectUri ?? `${connectUrl}/callback`);
  const kinds = options.providers.map(({ kind }) => kind);
  if (new Set(kinds).size < kinds.length) throw new TypeError('There is one provider of a kind at most.');

  const spreadsheets = options.providers.find((each) => each.kind === 'spreadsheets');
  const scheduler = options.providers.find((each) => each.kind === 'scheduler');
  return {
    ...(spreadsheets !== undefined && { spreadsheets }),
    ...(scheduler !== undefined && { scheduler }),
    connectUrl,
    redirectUri,
  };
}

/**
 * The scopes that an account must have now to be used; none when the kind has no provider.
 *
 * @spec CA26
 */
export function requiredScopes(providers: AccountProviders, kind: AccountKind): readonly string[] {
  return providers[kind]?.requiredScopes ?? [];
}

/** Why a call of a provider failed. */
export interface ProviderFault {
  readonly reason: ProviderFailure;
  /** For logs. */
  readonly cause: unknown;
}

/**
 * Converts what a call of a provider threw. An error that is not the port's own may carry a token in its message, so
 * only its name is kept.
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
