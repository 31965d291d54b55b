import type { Channel } from '../platform.ts';
import { readerOf, type Scope } from '../scope.ts';
import { findChannel, toChannel } from './find-channel.ts';

/** @spec CH1, CH2 */
export async function getChannel(scope: Scope, number: number): Promise<Channel> {
  const reader = readerOf(scope);
  return toChannel(reader, await findChannel(scope, reader, number));
}
