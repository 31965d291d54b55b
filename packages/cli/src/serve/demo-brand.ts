import { type BrandConfiguration, type Engine, permissions } from '@botwright/core';
import { exampleBots } from './example-bots.ts';
import type { DemoTokens } from './start-up-message.ts';

/** The brand of a first start without brands in the config. @spec SV6 */
export function demoBrand({ agent, channel }: DemoTokens): BrandConfiguration {
  return {
    name: 'demo',
    plan: 'professional',
    workspaces: [1],
    tokens: [{ token: agent, person: 1 }],
    channels: [
      { type: 'native', name: 'Website' },
      { type: 'apichat', name: 'Messenger', token: channel },
    ],
  };
}

/**
 * Publishes a bot for each channel of the demo brand. The bot of the web chat is made first and has the number 1.
 *
 * @returns The number of that bot.
 * @spec SV55
 */
export async function publishDemoBots(engine: Pick<Engine, 'as'>): Promise<number | undefined> {
  const caller = engine.as({ brand: 'demo', person: 1, workspaces: [1], permissions });
  let visited: number | undefined;
  for (const { title: name, channelFamily, diagram } of exampleBots) {
    const bot = await caller.bots.create({ name, channelFamily, diagram });
    await caller.versions.publish(bot.id);
    if (channelFamily === 'native') visited ??= bot.number;
  }
  return visited;
}
