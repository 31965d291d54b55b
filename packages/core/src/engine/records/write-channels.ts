import { get } from '../../ports/record-store.ts';
import { channels, hooks } from '../../records/channels.ts';
import { changed, present, type Writing } from './writing.ts';

/** Writes of channels and of their hooks. */
export const channelWriting: Writing<'deleteHook' | 'insertChannel' | 'insertHook' | 'updateChannel' | 'updateHook'> = {
  deleteHook: {
    needs: ({ number }) => [{ ...get(hooks, { number }), expect: true }],
    write(batch, { number }) {
      present(batch.find(hooks, { number }));
      batch.delete(hooks, { number });
    },
  },
  insertChannel: { write: (batch, { channel }) => batch.put(channels, channel) },
  insertHook: { write: (batch, { hook }) => batch.put(hooks, hook) },
  updateChannel: {
    needs: ({ number }) => [{ ...get(channels, { number }), expect: true }],
    write(batch, { number, change }) {
      const channel = batch.find(channels, { number });
      if (channel === undefined) throw new Error('The brand has no such channel.');
      batch.put(channels, changed(channel, change));
    },
  },
  updateHook: {
    needs: ({ number }) => [{ ...get(hooks, { number }), expect: true }],
    write(batch, { number, change }) {
      batch.put(hooks, changed(present(batch.find(hooks, { number })), change));
    },
  },
};
