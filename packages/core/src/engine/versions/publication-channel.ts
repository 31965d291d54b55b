import type { ChannelSnapshot } from '../../domain/channel.ts';
import type { BotRecord } from '../../ports/bot-store.ts';
import type { ChannelReader, ChannelRecord } from '../../ports/channel-store.ts';

const sliceLength = 100;

/**
 * Finds the channel that a version is published on: the one that belongs to the bot. For a bot without one it is an
 * active channel of its family in its workspace that belongs to no bot: the first whose default bot it is, or else the
 * first of all. The first is the one with the lowest number.
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
    const unowned = items.filter(({ botId }) => botId === undefined);
    const chosen = unowned.find(({ defaultBot }) => defaultBot === id);
    if (chosen !== undefined) return chosen;
    first ??= unowned[0];
    if (items.length === 0 || offset + items.length >= total) return first;
  }
}
