import { sliceOf } from '../domain/paging/offset.ts';
import type { HookReader, HookRecord, HookStore } from '../ports/hook-store.ts';
import { copyChange, frozenCopy } from './frozen-copy.ts';
import type { Read, Write } from './working-state.ts';

export function hookReader(read: Read): HookReader {
  return {
    find: (number) => read(({ hooks }) => hooks.get(number)),
    list(query = {}) {
      const { channelNumber, active, ...range } = query;
      return read(({ hooks }) => {
        const rows = channelNumber === undefined ? hooks.rows() : hooks.rowsOf('channel', channelNumber);
        const wanted = active === undefined ? rows : Iterator.from(rows).filter((hook) => hook.active === active);
        return sliceOf(wanted, range);
      });
    },
  };
}

export function hookStore(read: Read, write: Write): HookStore {
  return {
    ...hookReader(read),

    insert(hook) {
      const given = frozenCopy(hook);
      return write((state) => {
        if (state.channels.get(given.channelNumber) === undefined) {
          throw new Error('The brand has no such channel.');
        }
        const record = Object.freeze({ ...given, number: given.number ?? state.nextNumber('hook') });
        state.hooks.put(record);
        return record;
      });
    },

    nextNumber: () => write((state) => state.nextNumber('hook')),

    update(number, change) {
      const given = copyChange(change);
      return write((state) => {
        const before = state.hooks.get(number);
        if (before === undefined) return 'absent';
        state.hooks.put(frozenCopy({ ...before, ...given }) as HookRecord);
        return 'updated';
      });
    },

    delete: (number) =>
      write((state) => {
        if (state.hooks.get(number) === undefined) return 'absent';
        state.hooks.remove(number);
        return 'deleted';
      }),
  };
}
