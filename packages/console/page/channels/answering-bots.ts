import type { Bot, Channel } from '@botwright/client';

export interface AnsweringBots {
  /** Those that say themselves that they are on the channel. */
  readonly named: readonly Bot[];
  /** Who answers new customers when no bot is named. */
  readonly otherwise: Bot | undefined;
}

/**
 * Finds who answers on a channel. Where nobody is set, new customers get the bot of the family that was published last in
 * the workspace; a channel of a web chat belongs to one bot, or to none.
 *
 * @param bots - In the order of the Bots API: the last published first.
 * @param workspaces - Those of the caller. Channels do not say theirs, so with more than one it is not known.
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
