import { findDestroyRefusal } from '../../domain/bot/find-destroy-refusal.ts';
import { EngineError } from '../engine-error.ts';
import { commit, requirePermission, type Scope } from '../scope.ts';
import { claimBot } from './find-bot.ts';

/** @spec BO31, BO32, BO43 */
export async function destroyBot(scope: Scope, botId: string): Promise<void> {
  requirePermission(scope.principal, 'edit_bots');
  await commit(scope, async (tx) => {
    const bot = await claimBot(scope, tx, botId);
    const refusal = findDestroyRefusal(bot);
    if (refusal !== undefined) throw new EngineError(refusal);
    await tx.deliveries.eraseOfBot(bot.id, scope.clock.now());
    await tx.bots.destroy(bot.id);
  });
}
