import type { Bot, Channel } from '@botwright/client';

export interface AnsweringBots {
  /** Bots that record the channel themselves. */
  readonly named: readonly Bot[];
  /** The bot for new customers when none is named. */
  readonly otherwise: Bot | undefined;
}

/**
 * Finds the bots that answer on a channel. Without a setting, new customers get the workspace's last published bot of
 * the family; a web-chat channel belongs to one bot or none.
 *
 * @param bots - In the order of the Bots API: the last published first.
 * @param workspaces - Workspaces of the caller. Channels do not name theirs, so with more than one the bot is unknown.
 * @spec CO39
 */
export function answeringBots(
  { uuid, type }: Pick<Channel, 'uuid' | 'type'>,
  bots: readonly Bot[],
  workspaces: readonly number[],
): AnsweringBots {
  const published = bots.filter(({ published_at }) => published_at !== undefined);
  const named = published.filter(({ channels }) => channels.includes(uuid));
  const isShared = named.length === 0 && type !== 'native' && workspaces.length === 1;
  return { named, otherwise: isShared ? published.find(({ channel_family }) => channel_family === type) : undefined };
}
