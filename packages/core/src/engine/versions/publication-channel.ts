import type { ChannelSnapshot } from '../../domain/channel/channel.ts';
import type { BotRecord } from '../../ports/bot-store.ts';
import type { ChannelReader, ChannelRecord } from '../../ports/channel-store.ts';

const sliceLength = 100;

/**
 * Finds the channel that a version goes out on: the one that came with the bot; else, among the active channels of
 * its family that its workspace has and that came with no bot, the first that gives the bot to new customers; else
 * the first of them. First is by number.
 *
 * @returns `undefined` when there is none.
 * @spec VE20, VE29
 */
export async function findPublicationChannel(
  channels: ChannelReader,
  bot: Pick<BotRecord, 'id' | 'workspace' | 'channelFamily'>,
): Promise<ChannelSnapshot | undefined> {
  const own = (await channels.listByBot(bot.id)).find(({ purpose }) => purpose === 'live');
  const found = own ?? (await findInWorkspace(channels, bot));
  return found && { id: found.id, name: found.name, type: found.type };
}

async function findInWorkspace(
  channels: ChannelReader,
  { id, workspace, channelFamily }: Pick<BotRecord, 'id' | 'workspace' | 'channelFamily'>,
): Promise<ChannelRecord | undefined> {
  const query = { workspaces: [workspace], type: channelFamily, active: true, limit: sliceLength };
  let first: ChannelRecord | undefined;
  for (let offset = 0; ; offset += sliceLength) {
    const { items, total } = await channels.list({ ...query, offset });
    const standing = items.filter(({ botId }) => botId === undefined);
    const chosen = standing.find(({ defaultBot }) => defaultBot === id);
    if (chosen !== undefined) return chosen;
    first ??= standing[0];
    if (items.length === 0 || offset + items.length >= total) return first;
  }
}
