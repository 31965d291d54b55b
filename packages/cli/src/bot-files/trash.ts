import type { BotRecord } from '../bots/server-records.ts';

/** Of a bot in the trash no file is up to date. @spec PU7005 */
export const isInTrash = ({ state }: BotRecord): boolean => state === 'trashed';

export const inTrash = 'The bot is in the trash: take it out there first.';
