import type { Bot } from './bot.ts';

/**
 * Finds why a bot cannot be destroyed.
 *
 * @spec BO31, BO32, BO33
 */
export function findDestroyRefusal(
  bot: Pick<Bot, 'state' | 'builder'>,
): 'unsupported_builder' | 'bot_is_not_in_the_trash' | undefined {
  if (bot.builder === 'older') return 'unsupported_builder';
  if (bot.state !== 'trashed') return 'bot_is_not_in_the_trash';
  return undefined;
}
