import { createConversation } from '../../domain/conversation/conversation-state.ts';
import type { CustomerRecord } from '../../records/customers.ts';
import type { Part } from '../use-case/use-case.ts';
import type { OpenConversation } from './conversation-position.ts';
import { type HelpParts, readerOf } from './expected-input.ts';

/**
 * The words that a page offers because the bot understands them in its visitor's next message. A message that begins the
 * conversation of another bot, or at a block, is not compared with words.
 *
 * @spec KW12
 */
export function* quickWordsOf(
  parts: HelpParts,
  customer: CustomerRecord,
  { state, record }: OpenConversation,
): Part<{ readonly quickWords?: readonly string[] }> {
  if (parts.runner?.quickWords === undefined || record?.beginAt !== undefined) return {};
  const bot = yield* readerOf(parts, customer, { state, record });
  if (bot === undefined || (state !== undefined && state.bot !== bot.number)) return {};
  const words = parts.runner.quickWords(bot, state ?? createConversation('', bot.number));
  return words.length === 0 ? {} : { quickWords: words };
}
