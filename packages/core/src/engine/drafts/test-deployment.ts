import type { BotRecord, TestDeploymentRecord } from '../../ports/bot-store.ts';
import type { ChannelDeployer } from '../../ports/channel-deployer.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DraftRecord } from '../../ports/draft-store.ts';
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

/** Makes the record of a test deployment from a draft. */
export function toTestDeployment(
  clock: Clock,
  { principal }: Caller,
  id: string,
  { botId, revision, diagramJson }: Pick<DraftRecord, 'botId' | 'revision' | 'diagramJson'>,
): TestDeploymentRecord {
  return { id, botId, revision, diagramJson, deployedAt: clock.now(), deployedBy: principal.person };
}
