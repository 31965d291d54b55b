import type { ChannelRecord } from '../../ports/channel-store.ts';
import type { BrandReader } from '../../ports/storage.ts';

/**
 * Chooses the bot of a customer to whom nobody was assigned yet.
 *
 * @returns `undefined`: none.
 * @spec CV7, CV8
 */
export async function chooseBot(
  reader: Pick<BrandReader, 'bots'>,
  channel: ChannelRecord,
): Promise<string | undefined> {
  const { defaultBot, botId, type, workspace } = channel;
  if (defaultBot !== undefined && (await reader.bots.find(defaultBot)) !== undefined) return defaultBot;
  if (botId !== undefined) return botId;
  const { items } = await reader.bots.list({
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
