import type { ChannelRecord } from '../../ports/channel-store.ts';
import type { BrandTransaction } from '../../ports/storage.ts';

/**
 * Chooses the bot of a customer to whom nobody was assigned yet. A bot that was destroyed is taken from the channel on
 * the way: nobody goes through all channels when a bot goes.
 *
 * @returns `undefined`: none.
 * @spec CV7, CV8, CH28
 */
export async function chooseBot(
  tx: Pick<BrandTransaction, 'bots' | 'channels'>,
  channel: ChannelRecord,
): Promise<string | undefined> {
  const { defaultBot, botId, type, workspace } = channel;
  if (defaultBot !== undefined) {
    if ((await tx.bots.find(defaultBot)) !== undefined) return defaultBot;
    await tx.channels.update(channel.number, { defaultBot: undefined });
  }
  if (botId !== undefined) return botId;
  const { items } = await tx.bots.list({
    state: 'active',
    workspaces: [workspace],
    channelFamily: type,
    order: 'published',
    page: 1,
    pageSize: 1,
  });
  const [last] = items;
  return last?.liveVersion === undefined ? undefined : last.id;
}
