import type { AccountKind } from '../../domain/account-connection/connected-account.ts';
import {
  type AccountConnection,
  type ConnectionStatus,
  connectionLifecycle,
} from '../../domain/account-connection/connection-lifecycle.ts';
import { faultMessages } from '../../domain/inputs/fault-messages.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import { sha256 } from '../../node/hash.ts';
import type { AccountProvider, ProviderAccount, SpreadsheetProvider } from '../../ports/account-provider.ts';
import { brandStorage } from '../brand-storage.ts';
import { type Caller, type PermissionsOf, permitted } from '../caller.ts';
import { EngineError, type ErrorCode } from '../engine-error.ts';
import type { EngineParts } from '../engine-parts.ts';
import { invalidParameters } from '../read-input.ts';
import { type Writes, writeOnly } from '../use-case/use-case.ts';
import type { FailedRequest, ProviderRequest } from './account-access.ts';
import { type AccountProviders, requireOwnProvider } from './account-providers.ts';

/** A connected account as callers see it, without its tokens. */
export interface ConnectedAccount extends Pick<ProviderAccount, 'name' | 'schedulingUrl'> {
  /** The value for `auth_id` of a block; stays the same when the account is connected again. */
  readonly id: string;
  /** Such as `spreadsheets`; decides which calls and blocks take the account. */
  readonly kind: AccountKind;
}

/** A connection as callers see it, at the time of the request. */
export interface ConnectionView {
  /** By which the connection is asked for again. */
  readonly id: string;
  /** Such as `spreadsheets`. */
  readonly kind: AccountKind;
  /** `pending` until the member answered, or `expiresAt` is reached. */
  readonly status: ConnectionStatus;
  /** When it is `connected`. */
  readonly accountId?: string;
  /** Exactly fifteen minutes after the start. */
  readonly expiresAt: EpochMs;
}

/** A spreadsheet of a connected account; `spreadsheetId` is the provider's. */
export interface Spreadsheet {
  /** The value for a block's `spreadsheet_id`. */
  readonly spreadsheetId: string;
  /** The title of the file at its provider. */
  readonly name: string;
}

/** One sheet of a spreadsheet, with the id that its provider gave it. */
export interface Sheet {
  /** The value for a block's `sheet_name`. */
  readonly title: string;
  /** The id that the provider gave the tab; stays when the tab gets another title. */
  readonly id: string;
}

/** A column that a block can read and write. */
export interface SheetColumn {
  /** Counts from 1; numbers may have gaps. */
  readonly number: number;
  /** The text in its first row; never empty. */
  readonly header: string;
}

/** A kind of meeting in a connected scheduler. `schedulingUrl` is its public page. */
export interface EventType {
  /** As the provider shows it. */
  readonly name: string;
  /** Public page where people book it. */
  readonly schedulingUrl: string;
  /** Length of one meeting. */
  readonly durationMinutes: number;
}

/**
 * Connected accounts of a brand.
 *
 * @throws {EngineError} `permission_denied`; `account_not_found` on every method that takes an account which is not
 *   listed; `dependency_failed` when the provider fails.
 */
export interface Accounts {
  /** Most recently connected first. */
  list(kind: AccountKind): Promise<readonly ConnectedAccount[]>;
  /** Asks the provider. Other spreadsheets can still be used by their ids. */
  listSpreadsheets(accountId: string): Promise<readonly Spreadsheet[]>;
  /**
   * Asks the provider; in the order of the tabs.
   *
   * @throws {EngineError} `spreadsheet_unreadable`, also when the spreadsheet does not exist.
   */
  listSheets(accountId: string, spreadsheetId: string): Promise<readonly Sheet[]>;
  /**
   * Asks the provider; columns with an empty header are left out.
   *
   * @throws {EngineError} `spreadsheet_unreadable`, also when the spreadsheet or the tab does not exist.
   */
  listColumns(accountId: string, spreadsheetId: string, sheetTitle: string): Promise<readonly SheetColumn[]>;
  /** The event types that accept bookings. */
  listEventTypes(accountId: string): Promise<readonly EventType[]>;
  /**
   * Calls a provider of the host's own with the access token of an account of its kind, which is refreshed before when it
   * has to be.
   *
   * @param call - Called again, with a fresh token, when the provider says that the first one was revoked.
   * @throws {TypeError} When the provider is not one of this engine.
   */
  ask<TProvider extends AccountProvider, T>(
    provider: TProvider,
    accountId: string,
    call: (provider: TProvider, accessToken: string) => Promise<T>,
  ): Promise<T>;
  /** The URL is for the person who is to consent, and is returned only here. With an idempotency key set `isSecret`. */
  startConnection(kind: AccountKind): Promise<{ readonly connection: ConnectionView; readonly url: string }>;
  /**
   * The state of a connection now; once it is `connected`, with the account.
   *
   * @throws {EngineError} `connection_not_found`, also for one that was started for another kind.
   */
  getConnection(kind: AccountKind, connectionId: string): Promise<ConnectionView>;
}

export const accountPermissions: PermissionsOf<Accounts> = {
  list: 'view_integrations',
  listSpreadsheets: 'view_integrations',
  listSheets: 'view_integrations',
  listColumns: 'view_integrations',
  listEventTypes: 'view_integrations',
  ask: 'view_integrations',
  startConnection: 'edit_integrations',
  getConnection: 'view_integrations',
};

type Codes = Partial<Record<FailedRequest['reason'], ErrorCode>>;

/**
 * A missing spreadsheet gives the same error as an unreadable one, so that a caller cannot find out which spreadsheets
 * exist.
 *
 * @spec CA32
 */
const sheetCodes: Codes = { not_found: 'spreadsheet_unreadable', unreadable: 'spreadsheet_unreadable' };

/** The connected accounts of a caller's brand. @spec CA21 */
export function accounts(parts: EngineParts, caller: Caller): Accounts {
  const { storage, clock, ids, providers, accountAccess } = parts;
  const { load, perform } = brandStorage(storage, caller);
  const { brand, person } = caller.principal;

  /** @spec CA27, CA33 */
  async function ask<TKind extends AccountKind, T>(
    request: Omit<ProviderRequest<TKind, T>, 'brand'>,
    codes: Codes = {},
  ): Promise<T> {
    const answer = await accountAccess.ask({ ...request, brand });
    if (answer.kind === 'done') return answer.value;
    const { reason, cause } = answer;
    if (reason !== 'account_not_found' && providers.of(request.kind) === undefined) throw noProvider(request.kind);
    const code = reason === 'account_not_found' ? reason : (codes[reason] ?? 'dependency_failed');
    throw new EngineError(code, cause === undefined ? {} : { cause });
  }

  return permitted(caller, accountPermissions, {
    /** @spec CA22, CA23, CA26 */
    async list(given) {
      const listed = await accountAccess.list(brand, readKind(providers, given));
      return listed.map(({ account: { id, kind, name, schedulingUrl } }) => ({
        id,
        kind,
        name,
        ...(schedulingUrl !== undefined && { schedulingUrl }),
      }));
    },

    /** @spec CA31 */
    listSpreadsheets: (accountId) =>
      ask({ kind: 'spreadsheets', accountId, ask: (provider, token) => provider.listSpreadsheets(token) }),

    /** @spec CA31, CA32 */
    listSheets(accountId, id) {
      const list = (provider: SpreadsheetProvider, token: string) => provider.listSheets(token, id);
      return ask({ kind: 'spreadsheets', accountId, ask: list }, sheetCodes);
    },

    /** @spec CA31, CA32 */
    listColumns(accountId, id, title) {
      const list = (provider: SpreadsheetProvider, token: string) => provider.listColumns(token, id, title);
      return ask({ kind: 'spreadsheets', accountId, ask: list }, sheetCodes);
    },

    /** @spec CA31 */
    listEventTypes: (accountId) =>
      ask({ kind: 'scheduler', accountId, ask: (provider, token) => provider.listEventTypes(token) }),

    /** @spec CA60 */
    async ask(provider, accountId, call) {
      requireOwnProvider(providers, provider);
      return ask({ kind: provider.kind, accountId, ask: (_, accessToken) => call(provider, accessToken) });
    },

    /** @spec CA3, CA4, CA6, CA7 */
    async startConnection(given) {
      const kind = readKind(providers, given);
      if (providers.of(kind) === undefined) throw noProvider(kind);
      const link = ids.token();
      const now = clock.now();
      const connection = connectionLifecycle.start({ id: ids.uuid(), kind, startedBy: person }, now);
      const writes: Writes = {
        operations: [{ kind: 'insertConnection', connection: { ...connection, linkHash: sha256(link) } }],
        events: [{ type: 'account.connection_started', connectionId: connection.id, accountKind: kind }],
      };
      const started = { connection: toAnswer(connection, now), url: `${providers.connectUrl}/${link}` };
      return perform(() => writeOnly(writes, started));
    },

    /** @spec CA2, CA5 */
    async getConnection(given, connectionId) {
      const kind = readKind(providers, given);
      const connection = await load({ kind: 'accountConnection', id: connectionId });
      if (connection?.kind !== kind) throw new EngineError('connection_not_found');
      return toAnswer(connection, clock.now());
    },
  });
}

/** @spec ER15 */
function noProvider(kind: AccountKind): EngineError {
  const message =
    `There is no provider of accounts of the kind ${kind} here: give createEngine one in connectedAccounts.providers, ` +
    'or botwright serve the credentials of an app in the member providers of the config.';
  return new EngineError('dependency_failed', { message });
}

/** @spec CA58 */
function readKind({ kinds }: AccountProviders, given: unknown): AccountKind {
  if (typeof given === 'string' && kinds.has(given)) return given;
  throw invalidParameters('kind', given === undefined ? faultMessages.required : faultMessages.oneOf(kinds));
}

/** @spec CA1, CA2 */
function toAnswer(connection: AccountConnection, now: EpochMs): ConnectionView {
  const { id, kind, expiresAt, progress } = connection;
  return {
    id,
    kind,
    status: connectionLifecycle.statusOf(connection, now),
    ...(progress.kind === 'connected' && { accountId: progress.accountId }),
    expiresAt,
  };
}
