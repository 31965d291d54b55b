import type { JournaledConversation } from '@botwright/core/conversation';
import type { Diagram } from '@botwright/core/diagram';
import { scenarioOfConversation } from '@botwright/testing';
import { botsApi } from '../api/clients.ts';
import { saveScenario } from '../bot/chat/save-scenario.ts';

/**
 * Saves the last conversation of a customer with a bot as a scenario.
 *
 * @throws {Error} When the journal does not have it, or it cannot be repeated.
 * @spec JR26
 */
export async function keepConversation(customerId: number, botId: string): Promise<void> {
  const [bot, { items }] = await Promise.all([
    botsApi.bots.get(botId),
    botsApi.journal.list(botId, { customer_id: customerId, page_size: 1 }).page(),
  ]);
  const [last] = items;
  if (last?.start.version === undefined) throw new Error('The journal of the bot does not have this conversation.');
  const { diagram } = await botsApi.versions.get(botId, last.start.version);
  const conversation = { customer: last.customer_id, begunAt: last.begun_at_ms, start: last.start, steps: last.steps };
  const held = { diagram: diagram as unknown as Diagram, number: bot.number, channelFamily: bot.channel_family };
  const saved = scenarioOfConversation(conversation as unknown as JournaledConversation, held, {
    name: `Conversation of customer ${customerId}`,
  });
  if ('why' in saved) throw new Error(`The conversation cannot become a scenario: ${saved.why}`);
  saveScenario(bot, saved.scenario);
}
