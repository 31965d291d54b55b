import type { ChannelSnapshot } from '../../domain/channel.ts';
import type { BotRecord } from '../../records/bots.ts';
import type { ChannelRecord } from '../../records/channels.ts';
import { load, type Part } from '../use-case/use-case.ts';

const sliceLength = 100;

/**
 * Finds the channel that a version is published on: the one that belongs to the bot. For a bot without one it is an
 * active channel of its family in its workspace that belongs to no bot: the first whose default bot it is, otherwise
 * the first of all. The first is the one with the lowest number.
 *
 * @returns `undefined` when there is none.
 * @spec VE20, VE29
 */
export function* findPublicationChannel(
  bot: Pick<BotRecord, 'id' | 'workspace' | 'channelFamily'>,
): Part<ChannelSnapshot | undefined> {
  const [ofBot] = yield* load({ kind: 'channelsOfBot', botId: bot.id });
  const found = ofBot.find(({ purpose }) => purpose === 'live') ?? (yield* findInWorkspace(bot));
  return found && { id: found.id, name: found.name, type: found.type };
}

function* findInWorkspace({
  id,
  workspace,
  channelFamily,
}: Pick<BotRecord, 'id' | 'workspace' | 'channelFamily'>): Part<ChannelRecord | undefined> {
  const query = { workspaces: [workspace], type: channelFamily, active: true, limit: sliceLength };
  let first: ChannelRecord | undefined;
  for (let offset = 0; ; offset += sliceLength) {
    const [{ items, total }] = yield* load({ kind: 'channels', query: { ...query, offset } });
    const unowned = items.filter(({ botId }) => botId === undefined);
    const chosen = unowned.find(({ defaultBot }) => defaultBot === id);
    if (chosen !== undefined) return chosen;
    first ??= unowned[0];
    if (items.length === 0 || offset + items.length >= total) return first;
  }
}
