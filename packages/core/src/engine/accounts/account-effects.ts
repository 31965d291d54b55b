import type { SpreadsheetEffect } from '../../domain/conversation/effects.ts';
import type { JsonValue } from '../../domain/json/json-value.ts';
import type { AccountProvider, SpreadsheetProvider } from '../../ports/account-provider.ts';
import type { EffectHost } from '../../ports/effect-host.ts';
import type { AccountAccess, FailedRequest } from './account-access.ts';
import { type AccountProviders, requireOwnProvider } from './account-providers.ts';

/** Work on one row of a sheet, as a bot's block asks for it. */
export type SpreadsheetWork = Omit<SpreadsheetEffect, 'id' | 'node' | 'kind' | 'awaited'>;

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

/** Carries out the effects of bots on connected accounts, outside every transaction. */
export interface AccountEffects {
  /**
   * The value of `get_row` is `{ cells: [{ column, value }] }`; the others have no value.
   *
   * @param signal - Aborted when nobody waits for the outcome any more: no further request is made then.
   */
  spreadsheet(brand: string, work: SpreadsheetWork, signal?: AbortSignal): Promise<AccountEffectOutcome>;
  /** Only checks the account: the visitor books on the provider's page, which reports nothing back. */
  scheduler(brand: string, work: { readonly authId: string }): Promise<AccountEffectOutcome>;
  /**
   * For an effect of a host's own block: calls a provider of the host's own with the access token of an account of its
   * kind. The result of the call is the value of the outcome.
   *
   * @throws {TypeError} When the provider is not one of this engine.
   * @example const effects: EffectHost = { async carryOut(effect, { brand }) { if (effect.kind !== 'host' ||
   * effect.name !== 'acme.add_lead') return 'unhandled'; const { account, name } = effect.data; return
   * engine.accountEffects.own(crm, { brand, accountId: String(account) }, (provider, token) => provider.addLead(token,
   * String(name)), ); }, };
   */
  own<TProvider extends AccountProvider>(
    provider: TProvider,
    account: { readonly brand: string; readonly accountId: string },
    call: (provider: TProvider, accessToken: string) => Promise<JsonValue | undefined>,
  ): Promise<OwnEffectOutcome>;
}

/** The outcome of an effect on an account of a host's own kind; the provider gives the reason of a failure. */
export type OwnEffectOutcome =
  | { readonly ok: true; readonly value?: JsonValue }
  | { readonly ok: false; readonly reason: FailedRequest['reason'] };

/** @spec CA42, CA43, CA44, CA56, CA57, CA60 */
export function accountEffects(access: AccountAccess, providers: AccountProviders): AccountEffects {
  return {
    async spreadsheet(brand, work, signal) {
      const act = actOf(work);
      if (act === undefined) return { ok: false, reason: 'effect_unusable' };
      const answer = await access.ask({
        brand,
        kind: 'spreadsheets',
        accountId: work.authId,
        async ask(provider, accessToken) {
          signal?.throwIfAborted();
          return act(provider, accessToken);
        },
      });
      return answer.kind === 'done' ? answer.value : { ok: false, reason: failureOf[answer.reason] };
    },
    async scheduler(brand, { authId }) {
      const found = await access.find({ brand, kind: 'scheduler', accountId: authId });
      return found === undefined ? { ok: false, reason: 'account_not_found' } : { ok: true };
    },
    async own(provider, account, call) {
      requireOwnProvider(providers, provider);
      const { kind } = provider;
      const answer = await access.ask({ ...account, kind, ask: (_, accessToken) => call(provider, accessToken) });
      if (answer.kind === 'failed') return { ok: false, reason: answer.reason };
      return { ok: true, ...(answer.value !== undefined && { value: answer.value }) };
    },
  };
}

/**
 * An effect host for accounts of the kinds that have a provider.
 *
 * @spec CA55
 */
export function accountEffectHost(effects: AccountEffects, providers: Pick<AccountProviders, 'of'>): EffectHost {
  return {
    async carryOut(effect, { brand, signal }) {
      if (effect.kind === 'spreadsheet' && providers.of('spreadsheets') !== undefined) {
        return effects.spreadsheet(brand, effect, signal);
      }
      if (effect.kind === 'scheduler' && providers.of('scheduler') !== undefined)
        return effects.scheduler(brand, effect);
      return 'unhandled';
    },
  };
}

const failureOf = {
  account_not_found: 'account_not_found',
  not_found: 'spreadsheet_not_found',
  unreadable: 'spreadsheet_unreadable',
  refused: 'dependency_failed',
  unavailable: 'dependency_failed',
} as const satisfies Record<FailedRequest['reason'], AccountEffectFailure>;

const noSuchRow: AccountEffectOutcome = { ok: false, reason: 'no_such_row' };

type Act = (provider: SpreadsheetProvider, accessToken: string) => Promise<AccountEffectOutcome>;

/** @returns `undefined` when the work needs a reference row and names none. */
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
