import type { BrandView } from './brand-state.ts';

/** Whether something sealed is among the records. @spec SX12 */
export function keepsSecrets({ hooks, channels, accounts }: BrandView): boolean {
  const isLiveWebhook = Iterator.from(channels.rows()).some(({ webhook, purpose }) => !!webhook && purpose === 'live');
  if (isLiveWebhook || !Iterator.from(hooks.rows()).next().done) return true;
  return Iterator.from(accounts.rows()).some(({ sealedTokens }) => sealedTokens !== undefined);
}
