import type { BrandTransaction } from '../../ports/storage.ts';

/**
 * Puts the channels that came with a bot on or off, as the bot leaves the trash or goes there.
 *
 * @spec BO42
 */
export async function switchChannels(tx: BrandTransaction, botId: string, active: boolean): Promise<void> {
  const channels = await tx.channels.listByBot(botId);
  for (const { number } of channels.filter((channel) => channel.active !== active)) {
    await tx.channels.update(number, { active });
  }
}
