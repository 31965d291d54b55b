import { isChannelToken } from '../../domain/channel/channel-token.ts';
import type { Storage } from '../../ports/storage.ts';
import { sha256 } from '../../system/sha256.ts';
import type { ChannelCaller } from '../platform.ts';

/**
 * Finds which channel a token stands for, asking the store each time: a token that was renewed stops at once.
 *
 * @spec CH18, CH19, CH20
 */
export async function authenticateChannel(storage: Storage, token: string): Promise<ChannelCaller | undefined> {
  if (typeof token !== 'string' || !isChannelToken(token)) return undefined;
  return storage.installation.findChannelByToken(sha256(token));
}
