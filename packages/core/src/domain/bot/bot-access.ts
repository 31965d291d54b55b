import type { Principal } from '../principal/principal.ts';
import type { Bot } from './bot.ts';

/**
 * Tells whether the caller may know of the bot at all.
 *
 * @spec PE4
 */
export function canSeeBot(principal: Principal, bot: Pick<Bot, 'workspace'>): boolean {
  return principal.workspaces.includes(bot.workspace);
}

/**
 * Finds why a bot takes no ordinary write: all but trash moves and destruction.
 *
 * @spec BO29, BO33, BO35
 */
export function findWriteRefusal(
  bot: Pick<Bot, 'state' | 'builder'>,
): 'bot_not_found' | 'unsupported_builder' | undefined {
  if (bot.state === 'trashed') return 'bot_not_found';
  if (bot.builder === 'older') return 'unsupported_builder';
  return undefined;
}
