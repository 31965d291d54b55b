import type { Slice } from '../../domain/paging/page.ts';
import { findChannel } from '../channels/find-channel.ts';
import { readOffset } from '../input/read-offset.ts';
import type { MessageHook, OffsetRequest } from '../platform.ts';
import { readerOf, type Scope } from '../scope.ts';
import { toHook } from './find-hook.ts';

/** @spec HK12, HK14, HK15, PA6, PA7 */
export async function listHooks(
  scope: Scope,
  channelNumber: number,
  request: OffsetRequest = {},
): Promise<Slice<MessageHook>> {
  const reader = readerOf(scope);
  const { number } = await findChannel(scope, reader, channelNumber);
  const { items, total } = await reader.hooks.listByChannel(number, readOffset(request));
  return { items: items.map((record) => toHook(scope, record)), total };
}
