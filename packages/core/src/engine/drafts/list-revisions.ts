import type { DraftRevision } from '../../domain/draft/draft.ts';
import type { Page, PageRequest } from '../../domain/paging/page.ts';
import { findBot } from '../bots/find-bot.ts';
import { readPageRequest } from '../input/read-page.ts';
import { readerOf, requirePermission, type Scope } from '../scope.ts';
import { toRevision } from './draft-answer.ts';

/** @spec DR33 */
export async function listRevisions(scope: Scope, botId: string, request?: PageRequest): Promise<Page<DraftRevision>> {
  requirePermission(scope.principal, 'view_bots');
  const range = readPageRequest(request);
  const reader = readerOf(scope);
  const bot = await findBot(scope, reader, botId);
  const page = await reader.drafts.listRevisions(bot.id, range);
  return { ...page, items: page.items.map(toRevision) };
}
