import type { Bot } from '../../domain/bot/bot.ts';
import type { BotRecord } from '../../ports/bot-store.ts';
import { toBot } from './find-bot.ts';

/**
 * Makes what shows bots to those who read them. A record that nobody can change any more, such as a store hands out
 * to every reader until the bot changes, is shown once, and all its readers share the frozen bot.
 *
 * @spec BO1
 */
export function botViewer(): (record: BotRecord) => Bot {
  const shared = new WeakMap<BotRecord, Bot>();

  return (record) => {
    const known = shared.get(record);
    if (known !== undefined) return known;
    const bot = toBot(record);
    if (Object.isFrozen(record) && Object.isFrozen(record.channels)) shared.set(record, Object.freeze(bot));
    return bot;
  };
}
