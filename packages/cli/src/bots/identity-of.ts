import type { BotIdentity } from '@botwright/core/diagram';
import type { BotFile } from '@botwright/testing/files';

/** By which blocks of a bot name the bot itself; nothing where the file does not say. */
export function identityOf({ number, id }: Pick<BotFile, 'number' | 'id'>): { readonly bot?: BotIdentity } {
  if (number === undefined && id === undefined) return {};
  return { bot: { ...(number !== undefined && { number }), ...(id !== undefined && { id }) } };
}
