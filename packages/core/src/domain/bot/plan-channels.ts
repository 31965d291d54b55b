import type { ChannelSnapshot } from '../channel/channel.ts';

/** A bot of this family gets a web channel of its own. */
const webFamily = 'native';

export interface PlannedChannels {
  /** Where visitors reach the bot. */
  readonly live: readonly ChannelSnapshot[];
  /** Where its author tries it. */
  readonly test: ChannelSnapshot;
}

/**
 * Plans the channels that come with a new bot.
 *
 * @param newId - Gives the next id.
 * @spec BO3
 */
export function planChannels(
  bot: { readonly name: string; readonly channelFamily: string },
  newId: () => string,
): PlannedChannels {
  const { name, channelFamily } = bot;
  const test: ChannelSnapshot = { id: newId(), name, type: channelFamily };
  const live = channelFamily === webFamily ? [{ id: newId(), name, type: webFamily }] : [];
  return { live, test };
}
