import type { JsonValue } from '../../domain/json/json-value.ts';
import type { SheetCell, SpreadsheetProvider } from '../../ports/account-provider.ts';
import type { AccountParts } from './account-providers.ts';
import { findAccount } from './find-account.ts';
import { type Failed, reachAccount } from './reach-account.ts';

/** Work on one row of a sheet, as a bot's block asks for it. */
export interface SpreadsheetWork {
  readonly action: 'insert_row' | 'update_row' | 'get_row';
  readonly authId: string;
  readonly spreadsheetId: string;
  readonly sheetName: string;
  /** What to write. For `get_row` the columns to read, with no values. */
  readonly cells: readonly SheetCell[];
  /** The first row that holds this value in this column; absent for `insert_row`. */
  readonly reference?: SheetCell;
}

/** What became of an effect. */
export type AccountEffectOutcome =
  | { readonly ok: true; readonly value?: JsonValue }
  | { readonly ok: false; readonly reason: AccountEffectFailure };

export type AccountEffectFailure =
  | 'account_not_found'
  | 'spreadsheet_not_found'
  | 'spreadsheet_unreadable'
  | 'no_such_row'
  | 'dependency_failed'
  | 'effect_unusable';

/** Carries out what bots ask of connected accounts, outside every transaction. */
export interface AccountEffects {
  /**
   * The value of `get_row` is `{ cells: [{ column, value }] }`; the others answer none.
   *
   * @param signal - Aborted when nobody waits for the outcome any more: the provider is not asked from then on.
   */
  spreadsheet(brand: string, work: SpreadsheetWork, signal?: AbortSignal): Promise<AccountEffectOutcome>;
  /** Nobody is told of bookings: the conversation goes on when the page was handed over. */
  scheduler(brand: string, work: { readonly authId: string }): Promise<AccountEffectOutcome>;
}

/** @spec CA42, CA43, CA44, CA56, CA57 */
export function accountEffects(parts: AccountParts): AccountEffects {
  return {
    async spreadsheet(brand, work, signal) {
      const act = actOf(work);
      if (act === undefined) return { ok: false, reason: 'effect_unusable' };
      const address = { brand, kind: 'spreadsheets', accountId: work.authId } as const;
      const reached = await reachAccount(parts, {
        address,
        provider: parts.providers.spreadsheets,
        async ask(provider, accessToken) {
          signal?.throwIfAborted();
          return act(provider, accessToken);
        },
      });
      return reached.kind === 'done' ? reached.value : { ok: false, reason: failureOf[reached.reason] };
    },
    async scheduler(brand, { authId }) {
      const found = await findAccount(parts, { brand, kind: 'scheduler', accountId: authId });
      return found === undefined ? { ok: false, reason: 'account_not_found' } : { ok: true };
    },
  };
}

const failureOf = {
  account_not_found: 'account_not_found',
  not_found: 'spreadsheet_not_found',
  unreadable: 'spreadsheet_unreadable',
  refused: 'dependency_failed',
  unavailable: 'dependency_failed',
} as const satisfies Record<Failed['reason'], AccountEffectFailure>;

const noSuchRow: AccountEffectOutcome = { ok: false, reason: 'no_such_row' };

type Act = (provider: SpreadsheetProvider, accessToken: string) => Promise<AccountEffectOutcome>;

/** @returns `undefined` for work that lacks the row to work on. */
function actOf({ action, spreadsheetId, sheetName, cells, reference }: SpreadsheetWork): Act | undefined {
  const at = { spreadsheetId, sheetName };
  if (action === 'insert_row') {
    return async (provider, accessToken) => {
      await provider.insertRow(accessToken, at, cells);
      return { ok: true };
    };
  }
  if (reference === undefined) return undefined;
  if (action === 'update_row') {
    return async (provider, accessToken) =>
      (await provider.updateRow(accessToken, at, reference, cells)) === 'updated' ? { ok: true } : noSuchRow;
  }
  const columns = cells.map(({ column }) => column);
  return async (provider, accessToken) => {
    const row = await provider.getRow(accessToken, at, reference, columns);
    if (row === 'no_such_row') return noSuchRow;
    return { ok: true, value: { cells: row.map(({ column, value }) => ({ column, value })) } };
  };
}
