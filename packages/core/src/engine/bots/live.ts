import { withDiagram } from '../../domain/draft/with-diagram.ts';
import type { Version } from '../../domain/version/version.ts';
import type { TestDeployment } from '../engine.ts';
import { readerOf, requirePermission, type Scope } from '../scope.ts';
import { toVersion } from '../versions/version-answer.ts';
import { findBot } from './find-bot.ts';

/**
 * Follows the pointer that visitors follow. Between the two reads the pointer may move on and the version be
 * deleted; then it is followed anew.
 *
 * @spec BO27, DR1
 */
export async function getLive(scope: Scope, botId: string): Promise<Version | undefined> {
  requirePermission(scope.principal, 'view_bots');
  const reader = readerOf(scope);

  for (let followed: string | undefined; ; ) {
    const { id, state, liveVersion } = await findBot(scope, reader, botId);
    if (state === 'trashed' || liveVersion === undefined) return undefined;
    if (liveVersion === followed) throw new Error(`The live version ${liveVersion} of bot ${id} is not in the store.`);

    const version = await reader.versions.find(id, liveVersion);
    if (version !== undefined) return toVersion(version);
    followed = liveVersion;
  }
}

/** @spec BO27 */
export async function getTestDeployment(scope: Scope, botId: string): Promise<TestDeployment | undefined> {
  requirePermission(scope.principal, 'view_bots');
  const reader = readerOf(scope);
  const bot = await findBot(scope, reader, botId);
  const record = bot.state === 'trashed' ? undefined : await reader.testDeployments.find(bot.id);
  if (record === undefined) return undefined;

  const { id, revision, deployedAt } = record;
  return withDiagram({ id, revision, deployedAt }, record.diagramJson);
}
