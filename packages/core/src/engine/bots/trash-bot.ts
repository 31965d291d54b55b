import { EngineError } from '../engine-error.ts';
import { commit, requirePermission, type Scope } from '../scope.ts';
import { claimBot } from './find-bot.ts';
import { switchChannels } from './switch-channels.ts';

/** @spec BO26, BO27, BO29, BO42 */
export async function trashBot(scope: Scope, botId: string): Promise<void> {
  requirePermission(scope.principal, 'edit_bots');
  await commit(scope, async (tx) => {
    const bot = await claimBot(scope, tx, botId);
    if (bot.state === 'trashed') throw new EngineError('bot_not_found');
    await tx.bots.update(bot.id, { state: 'trashed', trashedAt: scope.clock.now() });
    await switchChannels(tx, bot.id, false);
  });
}
