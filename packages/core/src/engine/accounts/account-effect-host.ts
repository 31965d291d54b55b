import type { EffectHost } from '../../ports/effect-host.ts';
import type { AccountEffects } from './account-effects.ts';
import type { AccountProviders } from './account-providers.ts';

/**
 * Carries out what bots do with accounts of the kinds that have a provider.
 *
 * @spec CA55
 */
export function accountEffectHost(
  accounts: AccountEffects,
  providers: Pick<AccountProviders, 'spreadsheets' | 'scheduler'>,
): EffectHost {
  return {
    async carryOut(effect, { brand, signal }) {
      if (effect.kind === 'spreadsheet' && providers.spreadsheets !== undefined) {
        return accounts.spreadsheet(brand, effect, signal);
      }
      if (effect.kind === 'scheduler' && providers.scheduler !== undefined) return accounts.scheduler(brand, effect);
      return 'unhandled';
    },
  };
}
