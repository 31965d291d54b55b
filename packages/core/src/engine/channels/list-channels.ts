import * as v from 'valibot';
import type { Slice } from '../../domain/paging/page.ts';
import { plainText, shape } from '../input/read-input.ts';
import { offsetEntries } from '../input/read-offset.ts';
import { readWhole } from '../input/read-whole.ts';
import type { Channel, OffsetRequest } from '../platform.ts';
import { readerOf, type Scope } from '../scope.ts';
import { toChannels } from './find-channel.ts';

const requestShape = shape({
  ...offsetEntries,
  type: v.optional(plainText),
  active: v.optional(v.boolean()),
});

export type ChannelListRequest = OffsetRequest & { readonly type?: string; readonly active?: boolean };

/** @spec CH2, CH3, PA6, PA7 */
export async function listChannels(scope: Scope, request: ChannelListRequest = {}): Promise<Slice<Channel>> {
  const query = readWhole(requestShape, request ?? {});
  const reader = readerOf(scope);
  const { items, total } = await reader.channels.list({ ...query, workspaces: scope.principal.workspaces });
  return { items: await toChannels(reader, items), total };
}
