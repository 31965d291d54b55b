import type { AccountKind } from '../domain/account-connection/connected-account.ts';
import type { SheetCell } from '../domain/conversation/effects.ts';
import type { JsonValue } from '../domain/json/json-value.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';

export type { AccountKind } from '../domain/account-connection/connected-account.ts';

/** Secrets: a provider must not put any part of them into an error, a result or a log. */
export interface ProviderTokens {
  /** Given to the calls of the provider until `expiresAt`. */
  readonly accessToken: string;
  /** Absent: the account must be connected again when the access token ends. */
  readonly refreshToken?: string;
  /** When the access token stops; left out when it does not. */
  readonly expiresAt?: EpochMs;
  /** The scopes that the person agreed to, perhaps fewer than requested. */
  readonly scopes: readonly string[];
}

/** The account of the person who consented. */
export interface ProviderAccount {
  /** Stays the same each time the account is connected. */
  readonly externalId: string;
  /** For people, such as an email address. */
  readonly name: string;
  /** The page that offers all event types; scheduler accounts have one. */
  readonly schedulingUrl?: string;
  /** Stored encrypted. */
  readonly tokens: ProviderTokens;
}

/** A redirect to the consent page of a provider. */
export interface AuthorizationRequest {
  /** Secret of the connection: the provider returns it with its answer. Do not log it. */
  readonly state: string;
  /** PKCE, S256. */
  readonly codeChallenge: string;
  /** Where the provider sends the person's browser with its answer; registered with the provider. */
  readonly redirectUri: string;
}

/** A code of a consent, with the verifier of its request. */
export interface CodeExchange {
  /** From the provider's redirect; secret, and works once. */
  readonly code: string;
  /** The PKCE secret whose S256 challenge the authorization request had. */
  readonly codeVerifier: string;
  /** The same as in the authorization request. */
  readonly redirectUri: string;
}

/**
 * `refused`: the provider rejects the request. `revoked`: the tokens do not work any more, even after a refresh.
 * `insufficient_scope`: the person did not agree to a needed scope. `not_found`: the file or object does not exist.
 * `unreadable`: it exists, and the account may not read it or it has another type. `unavailable`: any other failure; a
 * later attempt may succeed.
 */
export type ProviderFailure = 'refused' | 'revoked' | 'insufficient_scope' | 'not_found' | 'unreadable' | 'unavailable';

/** The error of providers; `reason` says why. Neither message nor cause may contain any part of a token or a code. */
export class ProviderError extends Error {
  /** Recognised by `isProviderError`, also across copies of the package. */
  override readonly name = 'ProviderError';
  /** `revoked` and `insufficient_scope` need a new consent; `unavailable` may succeed later. */
  readonly reason: ProviderFailure;

  constructor(reason: ProviderFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Recognises the error of any copy of this package. */
export function isProviderError(error: unknown): error is ProviderError {
  return error instanceof Error && error.name === 'ProviderError' && 'reason' in error;
}

/**
 * One provider of external accounts. Its calls send requests, so the engine makes them outside every transaction; each
 * ends within a time that the provider sets.
 */
export interface AccountProvider {
  /** A shipped kind, or a kind of the host: lower-case letters, digits, `_` and `-`, 64 at most. */
  readonly kind: AccountKind;
  /** Name of the service on the consent page, such as "Google Sheets". */
  readonly title: string;
  /**
   * The use that the brand's bots make of an account, as a sentence on the page behind the link: "Its bots will add
   * leads there." Default: a sentence that fits the kind.
   */
  readonly purpose?: string;
  /** Scopes that an account must have agreed to in order to be listed. */
  readonly requiredScopes: readonly string[];
  /** Returns the URL of the provider's consent page. Sends no request. */
  authorizationUrl(request: AuthorizationRequest): string;
  /**
   * Exchanges the code of a consent, which works once, for the account and its tokens.
   *
   * @throws {ProviderError}
   */
  exchangeCode(exchange: CodeExchange): Promise<ProviderAccount>;
  /**
   * Gets a fresh access token. The returned tokens replace the former ones: if the provider sends no new refresh token,
   * they hold the former one.
   *
   * @throws {ProviderError} `revoked` when no refresh can help.
   */
  refresh(tokens: ProviderTokens): Promise<ProviderTokens>;
  /**
   * Withdraws the consent at the provider, so that its tokens stop working.
   *
   * @throws {ProviderError} Not for tokens that are revoked already.
   */
  revoke(tokens: ProviderTokens): Promise<void>;
}

/** A sheet of a spreadsheet. */
export interface SheetPlace {
  /** The id that the provider gave it. */
  readonly spreadsheetId: string;
  /** The title of the tab. */
  readonly sheetName: string;
}

/**
 * Spreadsheets of connected accounts, such as those of Google Sheets.
 *
 * @throws {ProviderError}
 */
export interface SpreadsheetProvider extends AccountProvider {
  /** The kind of account that spreadsheet blocks use. */
  readonly kind: 'spreadsheets';
  /** Files that the app made or the person picked; other files can still be read and written by their ids. */
  listSpreadsheets(accessToken: string): Promise<readonly { readonly spreadsheetId: string; readonly name: string }[]>;
  /** In the order of the tabs. */
  listSheets(
    accessToken: string,
    spreadsheetId: string,
  ): Promise<readonly { readonly title: string; readonly id: string }[]>;
  /** Columns with an empty header are left out, so that numbers may have gaps. */
  listColumns(
    accessToken: string,
    spreadsheetId: string,
    sheetTitle: string,
  ): Promise<readonly { readonly number: number; readonly header: string }[]>;
  /** Adds a row under the existing ones. */
  insertRow(accessToken: string, at: SheetPlace, cells: readonly SheetCell[]): Promise<void>;
  /** Writes into the first row whose cell in the column of `reference` holds its value. */
  updateRow(
    accessToken: string,
    at: SheetPlace,
    reference: SheetCell,
    cells: readonly SheetCell[],
  ): Promise<'updated' | 'no_such_row'>;
  /** Reads the first row whose cell in the column of `reference` holds its value. */
  getRow(
    accessToken: string,
    at: SheetPlace,
    reference: SheetCell,
    columns: readonly number[],
  ): Promise<readonly { readonly column: number; readonly value: JsonValue }[] | 'no_such_row'>;
}

/**
 * Meetings of connected accounts, such as those of Calendly.
 *
 * @throws {ProviderError}
 */
export interface SchedulerProvider extends AccountProvider {
  /** The kind of account that `scheduler` blocks use. */
  readonly kind: 'scheduler';
  /** The event types that accept bookings. */
  listEventTypes(
    accessToken: string,
  ): Promise<readonly { readonly name: string; readonly schedulingUrl: string; readonly durationMinutes: number }[]>;
}
