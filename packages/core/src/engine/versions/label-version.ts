import * as v from 'valibot';
import type { VersionSummary } from '../../domain/version/version.ts';
import { acceptLabel } from '../../domain/version/version-label.ts';
import { claimWritableBot } from '../bots/find-bot.ts';
import { EngineError } from '../engine-error.ts';
import { readInput } from '../input/read-input.ts';
import { commit, requirePermission, type Scope } from '../scope.ts';
import { findVersion } from './read-versions.ts';
import { toSummary } from './version-answer.ts';

const labelShape = v.nullish(v.string());

/**
 * Writes or removes the only thing of a version that can change.
 *
 * @spec VE8, VE9
 */
export async function labelVersion(
  scope: Scope,
  botId: string,
  versionId: string,
  name: string | undefined,
): Promise<VersionSummary> {
  requirePermission(scope.principal, 'edit_bots');
  const wanted = readInput(labelShape, name, 'name') ?? undefined;

  return commit(scope, async (tx) => {
    const bot = await claimWritableBot(scope, tx, botId);
    const { name: _, ...version } = await findVersion(tx.versions, bot.id, versionId);
    const label = wanted === undefined ? undefined : acceptLabel(wanted);
    if (wanted !== undefined && label === undefined) throw new EngineError('version_name_not_accepted');

    await tx.versions.label(bot.id, version.id, label);
    return toSummary(label === undefined ? version : { ...version, name: label });
  });
}
