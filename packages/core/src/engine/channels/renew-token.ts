import { sha256 } from '../../system/sha256.ts';
import { invalidParameters } from '../input/read-input.ts';
import type { Channel } from '../platform.ts';
import { commit, type Scope } from '../scope.ts';
import { findChannel, toChannel } from './find-channel.ts';
import { chatType } from './read-channel.ts';
import { changeChannel } from './update-channel.ts';

/** @spec CH2, CH8, CH12, CH15 */
export async function renewToken(
  scope: Scope,
  number: number,
): Promise<{ readonly channel: Channel; readonly token: string }> {
  return commit(scope, async (tx) => {
    const channel = await findChannel(scope, tx, number);
    if (channel.type !== chatType) throw invalidParameters('', `Only channels of type ${chatType} have a token.`);
    const token = scope.ids.token();
    const changed = await changeChannel(scope, tx, channel, { tokenHash: sha256(token) });
    return { channel: await toChannel(tx, changed), token };
  });
}
