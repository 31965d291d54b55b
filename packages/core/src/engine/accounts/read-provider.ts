import type { AccountKind } from '../../domain/account-connection/account-kind.ts';
import type { EventType, Sheet, SheetColumn, Spreadsheet } from '../accounts-handle.ts';
import { EngineError, type ErrorCode } from '../engine-error.ts';
import { requirePermission, type Scope } from '../scope.ts';
import type { AccountProviders } from './account-providers.ts';
import { type Failed, reachAccount } from './reach-account.ts';

type ProviderOf<TKind extends AccountKind> = NonNullable<AccountProviders[TKind]>;

interface Read<TKind extends AccountKind, T> {
  readonly kind: TKind;
  readonly accountId: string;
  ask(provider: ProviderOf<TKind>, accessToken: string): Promise<T>;
  /** Refusals of this read, beside those of every one. */
  readonly codes?: Codes;
}

type Codes = Partial<Record<Failed['reason'], ErrorCode>>;

/** What is not there cannot be read either: a caller can tell no more of what the account does not reach. @spec CA32 */
const sheetCodes: Codes = { not_found: 'spreadsheet_unreadable', unreadable: 'spreadsheet_unreadable' };

/** @spec CA31 */
export function listSpreadsheets(scope: Scope, accountId: string): Promise<readonly Spreadsheet[]> {
  return readProvider(scope, {
    kind: 'spreadsheets',
    accountId,
    ask: (provider, accessToken) => provider.listSpreadsheets(accessToken),
  });
}

/** @spec CA31, CA32 */
export function listSheets(scope: Scope, accountId: string, spreadsheetId: string): Promise<readonly Sheet[]> {
  return readProvider(scope, {
    kind: 'spreadsheets',
    accountId,
    ask: (provider, accessToken) => provider.listSheets(accessToken, spreadsheetId),
    codes: sheetCodes,
  });
}

/** @spec CA31, CA32 */
export function listColumns(
  scope: Scope,
  accountId: string,
  { spreadsheetId, sheetTitle }: { readonly spreadsheetId: string; readonly sheetTitle: string },
): Promise<readonly SheetColumn[]> {
  return readProvider(scope, {
    kind: 'spreadsheets',
    accountId,
    ask: (provider, accessToken) => provider.listColumns(accessToken, spreadsheetId, sheetTitle),
    codes: sheetCodes,
  });
}

/** @spec CA31 */
export function listEventTypes(scope: Scope, accountId: string): Promise<readonly EventType[]> {
  return readProvider(scope, {
    kind: 'scheduler',
    accountId,
    ask: (provider, accessToken) => provider.listEventTypes(accessToken),
  });
}

/** @spec CA21, CA27, CA33 */
async function readProvider<TKind extends AccountKind, T>(
  scope: Scope,
  { kind, accountId, ask, codes = {} }: Read<TKind, T>,
): Promise<T> {
  const { principal, providers } = scope;
  requirePermission(principal, 'view_integrations');
  const address = { brand: principal.brand, kind, accountId };
  const provider = providers[kind] as ProviderOf<TKind> | undefined;
  const reached = await reachAccount(scope, { address, provider, ask });
  if (reached.kind === 'done') return reached.value;

  const { reason, cause } = reached;
  const code = reason === 'account_not_found' ? reason : (codes[reason] ?? 'dependency_failed');
  throw new EngineError(code, cause === undefined ? {} : { cause });
}
