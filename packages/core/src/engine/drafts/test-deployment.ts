import type { BotRecord } from '../../ports/bot-store.ts';
import type { ChannelDeployer } from '../../ports/channel-deployer.ts';
import type { Caller } from '../caller.ts';
import { callDependency } from '../engine-error.ts';

/**
 * Lets the host prepare the test channel of a bot for a diagram.
 *
 * @throws {EngineError} `dependency_failed`
 */
export async function prepareTestChannel(
  deployer: ChannelDeployer,
  { principal }: Caller,
  bot: Pick<BotRecord, 'id' | 'channelFamily' | 'testChannel'>,
  { id, diagramJson }: { readonly id: string; readonly diagramJson: string },
): Promise<void> {
  await callDependency(() =>
    deployer.prepareTest({
      id,
      brand: principal.brand,
      botId: bot.id,
      channelFamily: bot.channelFamily,
      channels: [bot.testChannel],
      diagramJson,
    }),
  );
}
