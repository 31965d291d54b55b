import { findWriteRefusal } from '../../domain/bot/bot-access.ts';
import { findBot } from '../bots/find-bot.ts';
import { EngineError } from '../engine-error.ts';
import type { Channel } from '../platform.ts';
import { commit, type Scope } from '../scope.ts';
import { findChannel, toChannel } from './find-channel.ts';
import { changeChannel } from './update-channel.ts';

/** @spec CH2, CH16 */
export async function setChannelBot(scope: Scope, number: number, botId: string | undefined): Promise<Channel> {
  return commit(scope, async (tx) => {
    const channel = await findChannel(scope, tx, number);
    if (botId === undefined) return toChannel(tx, await changeChannel(scope, tx, channel, { defaultBot: undefined }));

    const bot = await findBot(scope, tx, botId);
    const refusal = findWriteRefusal(bot);
    if (refusal !== undefined) throw new EngineError(refusal);
    return toChannel(tx, await changeChannel(scope, tx, channel, { defaultBot: bot.id }));
  });
}
