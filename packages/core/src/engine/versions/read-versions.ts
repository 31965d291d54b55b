import type { Page, PageRequest } from '../../domain/paging/page.ts';
import { asUuid } from '../../domain/uuid/as-uuid.ts';
import type { Version, VersionSummary } from '../../domain/version/version.ts';
import type { VersionReader, VersionRecord } from '../../ports/version-store.ts';
import { findBot } from '../bots/find-bot.ts';
import { EngineError } from '../engine-error.ts';
import { readPageRequest } from '../input/read-page.ts';
import { readerOf, requirePermission, type Scope } from '../scope.ts';
import { toSummary, toVersion } from './version-answer.ts';

/** @spec VE2, VE3 */
export async function listVersions(scope: Scope, botId: string, request?: PageRequest): Promise<Page<VersionSummary>> {
  requirePermission(scope.principal, 'view_bots');
  const range = readPageRequest(request);
  const reader = readerOf(scope);
  const bot = await findBot(scope, reader, botId);
  const page = await reader.versions.list(bot.id, range);
  return { ...page, items: page.items.map(toSummary) };
}

/** @spec VE4 */
export async function getVersion(scope: Scope, botId: string, versionId: string): Promise<Version> {
  requirePermission(scope.principal, 'view_bots');
  const reader = readerOf(scope);
  const bot = await findBot(scope, reader, botId);
  return toVersion(await findVersion(reader.versions, bot.id, versionId));
}

/** @spec VE5 */
export async function getLatestVersion(scope: Scope, botId: string): Promise<Version> {
  requirePermission(scope.principal, 'view_bots');
  const reader = readerOf(scope);
  const bot = await findBot(scope, reader, botId);
  const latest = await reader.versions.latest(bot.id);
  if (latest === undefined) throw new EngineError('version_not_found');
  return toVersion(latest);
}

/** @throws {EngineError} `version_not_found` */
export async function findVersion(versions: VersionReader, botId: string, versionId: string): Promise<VersionRecord> {
  const id = asUuid(versionId);
  const version = id === undefined ? undefined : await versions.find(botId, id);
  if (version === undefined) throw new EngineError('version_not_found');
  return version;
}
