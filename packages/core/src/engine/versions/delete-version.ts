import { asUuid } from '../../domain/uuid/as-uuid.ts';
import { claimWritableBot } from '../bots/find-bot.ts';
import { EngineError } from '../engine-error.ts';
import { commit, requirePermission, type Scope } from '../scope.ts';

/** @spec VE10, VE11 */
export async function deleteVersion(scope: Scope, botId: string, versionId: string): Promise<void> {
  requirePermission(scope.principal, 'edit_bots');
  const id = asUuid(versionId);
  await commit(scope, async (tx) => {
    const bot = await claimWritableBot(scope, tx, botId);
    const answer = id === undefined ? 'absent' : await tx.versions.delete(bot.id, id);
    if (answer === 'absent') throw new EngineError('version_not_found');
    if (answer === 'latest') throw new EngineError('version_is_the_most_recent_publication');
  });
}
