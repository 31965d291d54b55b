import { sliceOf } from '../domain/paging/offset.ts';
import { compareCodePoints } from '../domain/text.ts';
import type { ChannelListQuery, ChannelReader, ChannelRecord, ChannelStore } from '../ports/channel-store.ts';
import { copyChange, frozenCopy } from './frozen-copy.ts';
import type { Read, WorkingState, Write } from './working-state.ts';

export function channelReader(read: Read): ChannelReader {
  return {
    listByBot: (botId) => read(({ channels }) => [...channels.rowsOf('bot', botId)].sort(byCreation)),
    find: (number) => read(({ channels }) => channels.get(number)),
    list(query) {
      const wanted = { ...query };
      const isWanted = channelFilter(query);
      return read(({ channels }) => sliceOf(Iterator.from(channels.rows()).filter(isWanted), wanted));
    },
  };
}

export function channelStore(read: Read, write: Write): ChannelStore {
  return {
    ...channelReader(read),

    insert(channel) {
      const given = frozenCopy(channel);
      return write((state) => {
        if (given.botId !== undefined && state.bots.get(given.botId) === undefined) {
          throw new Error('The brand has no such bot.');
        }
        if (hasAny(state.channels.rowsOf('id', given.id))) throw new Error('The brand has a channel with this id.');
        const record = Object.freeze({ ...given, number: given.number ?? state.nextNumber('channel') });
        requireFreeToken(state, record);
        state.channels.put(record);
        return record;
      });
    },

    nextNumber: () => write((state) => state.nextNumber('channel')),

    update(number, change) {
      const given = copyChange(change);
      return write((state) => {
        const before = state.channels.get(number);
        if (before === undefined) throw new Error('The brand has no such channel.');
        const after = frozenCopy({ ...before, ...given }) as ChannelRecord;
        requireFreeToken(state, after);
        state.channels.put(after);
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

function channelFilter({
  workspaces,
  type,
  active,
  configured,
  hasWebhook,
}: ChannelListQuery): (channel: ChannelRecord) => boolean {
  const wanted = workspaces && new Set(workspaces);
  return (channel) =>
    channel.purpose === 'live' &&
    (wanted === undefined || wanted.has(channel.workspace)) &&
    (type === undefined || channel.type === type) &&
    (active === undefined || channel.active === active) &&
    (configured === undefined || channel.configured === configured) &&
    (hasWebhook === undefined || (channel.webhook !== undefined) === hasWebhook);
}

function byCreation(a: ChannelRecord, b: ChannelRecord): number {
  return a.createdAt - b.createdAt || compareCodePoints(a.id, b.id);
}

function hasAny(rows: Iterable<unknown>): boolean {
  return !Iterator.from(rows).next().done;
}

/** Removes the channels that a bot owns with their customers and hooks. */
export function removeChannelsOfBot(state: WorkingState, botId: string): void {
  for (const { number } of [...state.channels.rowsOf('bot', botId)]) {
    for (const customer of [...state.customers.rowsOf('channel', number)]) state.customers.remove(customer.number);
    for (const hook of [...state.hooks.rowsOf('channel', number)]) state.hooks.remove(hook.number);
    state.channels.remove(number);
  }
}
