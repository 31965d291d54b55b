import { startDiagram } from '../../domain/diagram/start-diagram.ts';
import { withDiagram } from '../../domain/draft/with-diagram.ts';
import type { Version } from '../../domain/version/version.ts';
import type { BotRecord } from '../../ports/bot-store.ts';
import type { TestDeploymentRecord } from '../../ports/test-deployment-store.ts';
import type { TestDeployment } from '../engine.ts';
import { readerOf, requirePermission, type Scope } from '../scope.ts';
import { toVersion } from '../versions/version-answer.ts';
import { findBot } from './find-bot.ts';
import { firstRevision } from './insert-bot.ts';

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

/**
 * Answers the test copy. A bot has one from its creation on: until a draft is deployed, it holds the start point
 * alone, and answers nobody.
 *
 * @spec BO27, BO44
 */
export async function getTestDeployment(scope: Scope, botId: string): Promise<TestDeployment | undefined> {
  requirePermission(scope.principal, 'view_bots');
  const reader = readerOf(scope);
  const bot = await findBot(scope, reader, botId);
  if (bot.state === 'trashed') return undefined;

  const { id, revision, deployedAt, diagramJson } = (await reader.testDeployments.find(bot.id)) ?? firstTestCopy(bot);
  return withDiagram({ id, revision, deployedAt }, diagramJson);
}

/** It is the same for every new bot and is not stored: so the bots that were made before have it too. */
function firstTestCopy(bot: BotRecord): Omit<TestDeploymentRecord, 'botId' | 'deployedBy'> {
  const { testChannel: id, createdAt: deployedAt } = bot;
  return { id, revision: firstRevision, deployedAt, diagramJson: JSON.stringify(startDiagram()) };
}
