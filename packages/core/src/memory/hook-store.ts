import type { HookReader, HookRecord, HookStore } from '../ports/hook-store.ts';
import type { Read, Write } from './access.ts';
import { copyChange } from './copy-change.ts';
import { frozenCopy } from './frozen-copy.ts';
import { sliceOf } from './slice-of.ts';

export function hookReader(read: Read): HookReader {
  return {
    find: (number) => read((view) => view.hooks.find(number)),
    listByChannel(channelNumber, range) {
      const { offset, limit } = range;
      return read((view) => sliceOf(view.hooks.rowsOf('channel', channelNumber), { offset, limit }));
    },
    listActive: (channelNumber) =>
      read((view) =>
        Iterator.from(view.hooks.rowsOf('channel', channelNumber))
          .filter((hook) => hook.active)
          .toArray(),
      ),
    listAll: () => read((view) => [...view.hooks.rows()]),
  };
}

export function hookStore(read: Read, write: Write): HookStore {
  return {
    ...hookReader(read),

    insert(hook) {
      const given = frozenCopy(hook);
      return write((state) => {
        if (state.channels.find(given.channelNumber) === undefined) {
          throw new Error('A hook names a channel that the brand does not have.');
        }
        const record = Object.freeze({ ...given, number: state.nextNumber('hook') });
        state.hooks.put(record.number, record);
        return record;
      });
    },

    update(number, change) {
      const given = copyChange(change);
      return write((state) => {
        const before = state.hooks.find(number);
        if (before === undefined) return 'absent';
        state.hooks.put(number, frozenCopy({ ...before, ...given }) as HookRecord);
        return 'updated';
      });
    },

    delete: (number) =>
      write((state) => {
        if (state.hooks.find(number) === undefined) return 'absent';
        state.hooks.put(number, undefined);
        return 'deleted';
      }),
  };
}
