import { type BotsServer, problemOf } from '../bots/bots-server.ts';

export const inTrash = 'The bot is in the trash: take it out there first.';

/** No file of a bot in the trash is up to date. @spec PU25 */
export async function isInTrash(server: BotsServer, id: string | undefined): Promise<boolean> {
  if (id === undefined) return false;
  try {
    return (await server.getBot(id)).state === 'trashed';
  } catch (error) {
    if (problemOf(error) === undefined) throw error;
    // The later call about the bot reports the problem.
    return false;
  }
}
