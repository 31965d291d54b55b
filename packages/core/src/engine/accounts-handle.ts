import type { ConnectionStatus } from '../domain/account-connection/account-connection.ts';
import type { AccountKind } from '../domain/account-connection/account-kind.ts';
import type { Principal } from '../domain/principal/principal.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';

/** A connected account as callers see it; nothing of its tokens. */
export interface ConnectedAccount {
  readonly id: string;
  readonly kind: AccountKind;
  readonly name: string;
  /** Scheduler accounts have one: the page that offers all event types. */
  readonly schedulingUrl?: string;
}

/** How connecting an account goes, as of the moment it was asked. */
export interface ConnectionAnswer {
  readonly id: string;
  readonly kind: AccountKind;
  readonly status: ConnectionStatus;
  /** When it is `connected`. */
  readonly accountId?: string;
  /** Exactly fifteen minutes after the start. */
  readonly expiresAt: EpochMs;
}

export interface Spreadsheet {
  readonly spreadsheetId: string;
  readonly name: string;
}

export interface Sheet {
  /** What a block's `sheet_name` takes. */
  readonly title: string;
  readonly id: string;
}

export interface SheetColumn {
  /** Counts from 1; numbers may have gaps. */
  readonly number: number;
  readonly header: string;
}

export interface EventType {
  readonly name: string;
  readonly schedulingUrl: string;
  readonly durationMinutes: number;
}

/**
 * Connected accounts of a brand. Reads need `view_integrations`, a start needs `edit_integrations`.
 *
 * @throws {EngineError} `permission_denied`; `account_not_found` on every method that takes an account which is not
 *   listed; `dependency_failed` when the provider fails.
 */
export interface Accounts {
  /** Most recently connected first. */
  list(kind: AccountKind): Promise<readonly ConnectedAccount[]>;
  listSpreadsheets(accountId: string): Promise<readonly Spreadsheet[]>;
  /** @throws {EngineError} `spreadsheet_unreadable`, also where there is no such spreadsheet. */
  listSheets(accountId: string, spreadsheetId: string): Promise<readonly Sheet[]>;
  /** @throws {EngineError} `spreadsheet_unreadable`, also where there is no such spreadsheet or tab. */
  listColumns(accountId: string, spreadsheetId: string, sheetTitle: string): Promise<readonly SheetColumn[]>;
  /** Those that take bookings. */
  listEventTypes(accountId: string): Promise<readonly EventType[]>;
  /** The URL is for the person who is to consent, and is told here alone. Under an idempotency key use `isSecret`. */
  startConnection(kind: AccountKind): Promise<{ readonly connection: ConnectionAnswer; readonly url: string }>;
  /** @throws {EngineError} `connection_not_found`, also for one that was started for another kind. */
  getConnection(kind: AccountKind, connectionId: string): Promise<ConnectionAnswer>;
}

/**
 * Why the page does nothing. `not_allowed` covers links and states that are none, other brands, and members without
 * the permission, and tells nothing of which.
 */
export interface LinkRefusal {
  readonly kind: 'refused';
  readonly reason: 'not_allowed' | 'answered' | 'expired';
}

/** What a page that may be shown says. */
export interface LinkSubject {
  readonly accountKind: AccountKind;
  /** The provider: "Google Sheets". */
  readonly title: string;
  readonly brand: string;
  readonly expiresAt: EpochMs;
}

export type OpenedLink = { readonly kind: 'open'; readonly subject: LinkSubject } | LinkRefusal;

export type ConnectLink =
  /** Send the member there. The URL has the state: it belongs in no log. */
  { readonly kind: 'redirect'; readonly url: string } | LinkRefusal;

export type CancelledLink = { readonly kind: 'declined'; readonly subject: LinkSubject } | LinkRefusal;

export type SettledLink =
  | { readonly kind: 'connected'; readonly subject: LinkSubject; readonly accountName: string }
  /** The provider refused, or what it gave could not be used. */
  | { readonly kind: 'declined'; readonly subject: LinkSubject }
  | LinkRefusal;

/** What a provider hands back through the member's browser: the query of the redirect. */
export type ProviderAnswer =
  | { readonly state: string; readonly code: string }
  | { readonly state: string; readonly error: string };

/**
 * What the page behind a link asks, for the member whom the host says is signed in. A link and a state serve members
 * of the brand with `edit_integrations`; a link is the last segment of the URL that was handed out.
 *
 * Race rule: of any number of answers, `cancel` and `callback` in whatever processes, exactly one settles the
 * connection; the others are refused as `answered`.
 */
export interface AccountLinks {
  /** Changes nothing. */
  open(link: string, member: Principal): Promise<OpenedLink>;
  /** The person consents at the provider, and comes back to `callback`. */
  connect(link: string, member: Principal): Promise<ConnectLink>;
  cancel(link: string, member: Principal): Promise<CancelledLink>;
  /** Takes the provider's answer. Asks the provider, so it may take as long as that does. */
  callback(answer: ProviderAnswer, member: Principal): Promise<SettledLink>;
}
