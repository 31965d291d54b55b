import type { Draft } from '../../domain/draft/draft.ts';
import { findBot, requireReadableFamily } from '../bots/find-bot.ts';
import { readerOf, requirePermission, type Scope } from '../scope.ts';
import { toDraft } from './draft-answer.ts';
import { findDraft } from './write-draft.ts';

/** @spec DR3, DR35 */
export async function getDraft(scope: Scope, botId: string): Promise<Draft> {
  requirePermission(scope.principal, 'view_bots');
  const reader = readerOf(scope);
  const bot = await findBot(scope, reader, botId);
  requireReadableFamily(scope, bot);
  return toDraft(await findDraft(reader.drafts, bot.id));
}
