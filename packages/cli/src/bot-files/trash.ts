import { type BotsServer, problemOf } from '../bots/bots-server.ts';

export const inTrash = 'The bot is in the trash: take it out there first.';

/** Of a bot in the trash no file is up to date. @spec PU25 */
export async function isInTrash(server: BotsServer, id: string | undefined): Promise<boolean> {
  if (id === undefined) return false;
  try {
    return (await server.getBot(id)).state === 'trashed';
  } catch (error) {
    if (problemOf(error) === undefined) throw error;
    // What is wrong with the bot is said by the call that is about it.
    return false;
  }
}
