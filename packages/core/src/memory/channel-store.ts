import type { ChannelListQuery, ChannelReader, ChannelRecord, ChannelStore } from '../ports/channel-store.ts';
import type { Read, Write } from './access.ts';
import { compareCodePoints } from './compare-code-points.ts';
import { copyChange } from './copy-change.ts';
import { frozenCopy } from './frozen-copy.ts';
import { sliceOf } from './slice-of.ts';
import type { WorkingState } from './working-state.ts';

export function channelReader(read: Read): ChannelReader {
  return {
    listByBot: (botId) => read((view) => [...view.channels.rowsOf('bot', botId)].sort(byCreation)),
    find: (number) => read((view) => view.channels.find(number)),
    list(query) {
      const wanted = { ...query, workspaces: new Set(query.workspaces) };
      return read((view) => sliceOf(Iterator.from(view.channels.rows()).filter(isWanted(wanted)), wanted));
    },
    listConfigured: () =>
      read((view) =>
        Iterator.from(view.channels.rows())
          .filter((channel) => channel.configured && channel.purpose === 'live')
          .toArray(),
      ),
    listWithWebhook: () =>
      read((view) =>
        Iterator.from(view.channels.rows())
          .filter((channel) => channel.webhook !== undefined && channel.purpose === 'live')
          .toArray(),
      ),
  };
}

export function channelStore(read: Read, write: Write): ChannelStore {
  return {
    ...channelReader(read),

    insert(channel) {
      const given = frozenCopy(channel);
      return write((state) => {
        if (given.botId !== undefined && state.shelf(given.botId) === undefined) {
          throw new Error('A channel names a bot that the brand does not have.');
        }
        if ([...state.channels.rowsOf('id', given.id)].length > 0)
          throw new Error('The brand has a channel with this id.');
        const record = Object.freeze({ ...given, number: state.nextNumber('channel') });
        requireFreeToken(state, record);
        state.channels.put(record.number, record);
        return record;
      });
    },

    update(number, change) {
      const given = copyChange(change);
      return write((state) => {
        const before = state.channels.find(number);
        if (before === undefined) throw new Error('The brand has no such channel.');
        const after = frozenCopy({ ...before, ...given }) as ChannelRecord;
        requireFreeToken(state, after);
        state.channels.put(number, after);
      });
    },
  };
}

function requireFreeToken(state: WorkingState, { number, tokenHash }: ChannelRecord): void {
  if (tokenHash === undefined) return;
  const isAnother = (holder: ChannelRecord) => holder.number !== number;
  if (state.isTokenElsewhere(tokenHash) || Iterator.from(state.channels.rowsOf('token', tokenHash)).some(isAnother)) {
    throw new Error('Another channel has this token.');
  }
}

function isWanted(
  query: Pick<ChannelListQuery, 'type' | 'active'> & { readonly workspaces: ReadonlySet<number> },
): (channel: ChannelRecord) => boolean {
  return (channel) =>
    channel.purpose === 'live' &&
    query.workspaces.has(channel.workspace) &&
    (query.type === undefined || channel.type === query.type) &&
    (query.active === undefined || channel.active === query.active);
}

function byCreation(a: ChannelRecord, b: ChannelRecord): number {
  return a.createdAt - b.createdAt || compareCodePoints(a.id, b.id);
}
