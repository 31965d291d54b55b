import type { AccountKind } from '../../domain/account-connection/account-kind.ts';
import { isHttpUrl } from '../../domain/input/is-http-url.ts';
import type { SchedulerProvider, SpreadsheetProvider } from '../../ports/account-provider.ts';
import type { AccountRecord } from '../../ports/account-store.ts';
import type { Parts } from '../scope.ts';

/** What an engine is told of connected accounts. */
export interface ConnectedAccountOptions {
  /** One of a kind at most. */
  readonly providers: readonly (SpreadsheetProvider | SchedulerProvider)[];
  /** Base of the links to hand out, http(s) with no query: the host serves the page at `<connectUrl>/<link>`. */
  readonly connectUrl: string;
  /** Where providers send people back to. Default: `<connectUrl>/callback`. */
  readonly redirectUri?: string;
}

/** The providers of one engine, and what it is asking them. */
export interface AccountProviders {
  readonly spreadsheets?: SpreadsheetProvider;
  readonly scheduler?: SchedulerProvider;
  /** Without a `/` at its end. */
  readonly connectUrl: string;
  readonly redirectUri: string;
  /** Refreshes under way, by brand, account and revision of the tokens. */
  readonly refreshes: Map<string, Promise<RefreshResult>>;
}

export type RefreshResult =
  | { readonly kind: 'refreshed'; readonly account: AccountRecord }
  | { readonly kind: 'failed'; readonly reason: 'revoked' | 'unavailable'; readonly cause: unknown };

/** What the use-cases of accounts need, also those that no caller is behind. */
export type AccountParts = Pick<Parts, 'storage' | 'clock' | 'ids' | 'secrets' | 'providers'>;

/** @throws {TypeError} When two providers have one kind, or an address is none. */
export function accountProviders(options: ConnectedAccountOptions | undefined): AccountProviders {
  const refreshes = new Map<string, Promise<RefreshResult>>();
  if (options === undefined) return { connectUrl: '', redirectUri: '', refreshes };

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
    refreshes,
  };
}

/**
 * Tells what an account must have agreed to now. Where no provider says, nothing is required.
 *
 * @spec CA26
 */
export function requiredScopes({ providers }: Pick<AccountParts, 'providers'>, kind: AccountKind): readonly string[] {
  return providers[kind]?.requiredScopes ?? [];
}

function readAddress(name: string, address: unknown): string {
  if (typeof address === 'string' && isHttpUrl(address) && !/[?#]/.test(address)) return address;
  throw new TypeError(`The option ${name} is an http(s) address with no query.`);
}

function withoutSlash(address: string): string {
  return address.endsWith('/') ? withoutSlash(address.slice(0, -1)) : address;
}
