import type { Bot } from '../../domain/bot/bot.ts';
import { readerOf, requirePermission, type Scope } from '../scope.ts';
import { findBot, requireReadableFamily } from './find-bot.ts';

/** @spec BO20, BO21, BO30 */
export async function getBot(scope: Scope, botId: string): Promise<Bot> {
  requirePermission(scope.principal, 'view_bots');
  const bot = await findBot(scope, readerOf(scope), botId);
  requireReadableFamily(scope, bot);
  return scope.viewBot(bot);
}
