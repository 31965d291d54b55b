import type { Bot } from './bot.ts';
import { acceptBotName, foldName } from './bot-name.ts';

/** What a caller asks to write; `state` can only ask for a return from the trash. */
export interface BotUpdate {
  readonly name?: string;
  readonly state?: 'active';
}

export type BotUpdateDecision =
  | { readonly kind: 'refused'; readonly code: 'bot_not_found' | 'unsupported_builder' | 'bot_name_not_accepted' }
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'change';
      readonly change: {
        readonly name?: string;
        readonly foldedName?: string;
        readonly state?: 'active';
        readonly trashedAt?: undefined;
      };
    };

/**
 * Decides a rename, a return from the trash, or both at once. It is all or nothing: a name that is not accepted
 * leaves the bot in the trash.
 *
 * @spec BO23, BO25, BO28, BO29, BO33, BO34
 */
export function decideBotUpdate(bot: Pick<Bot, 'state' | 'builder' | 'name'>, update: BotUpdate): BotUpdateDecision {
  const restores = bot.state === 'trashed';
  if (restores && update.state === undefined) return { kind: 'refused', code: 'bot_not_found' };
  if (update.name !== undefined && bot.builder === 'older') return { kind: 'refused', code: 'unsupported_builder' };

  const name = update.name === undefined ? bot.name : acceptBotName(update.name);
  if (name === undefined) return { kind: 'refused', code: 'bot_name_not_accepted' };
  if (!restores && name === bot.name) return { kind: 'unchanged' };

  return {
    kind: 'change',
    change: {
      ...(name !== bot.name && { name, foldedName: foldName(name) }),
      ...(restores && { state: 'active', trashedAt: undefined }),
    },
  };
}
