import type { ChannelReader, ChannelRecord, ChannelStore } from '../ports/storage.ts';
import type { Read, Write } from './access.ts';
import { compareCodePoints } from './compare-code-points.ts';
import { frozenCopy } from './frozen-copy.ts';

export function channelReader(read: Read): ChannelReader {
  return { listByBot: (botId) => read((view) => view.shelf(botId)?.channels ?? []) };
}

export function channelStore(read: Read, write: Write): ChannelStore {
  return {
    ...channelReader(read),
    insert(channel) {
      const given = frozenCopy(channel);
      return write((state) =>
        state.changeShelf(given.botId, (shelf) => {
          if (shelf.channels.some((each) => each.id === given.id)) {
            throw new Error('The bot has a channel with this id.');
          }
          return { ...shelf, channels: Object.freeze([...shelf.channels, given].sort(byCreation)) };
        }),
      );
    },
  };
}

function byCreation(a: ChannelRecord, b: ChannelRecord): number {
  return a.createdAt - b.createdAt || compareCodePoints(a.id, b.id);
}
