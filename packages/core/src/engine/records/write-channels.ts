import { get, type Request } from '../../ports/record-store.ts';
import type { ChannelChange, ChannelRecord } from '../../records/channels.ts';
import { channels } from '../../records/channels.ts';
import type { HookChange, HookRecord } from '../../records/hooks.ts';
import { hooks } from '../../records/hooks.ts';
import { agentTokens, locksOfTokens, tenantLocks } from '../../records/tenants.ts';
import type { Batch } from './batch.ts';
import { changed, present, written } from './writing.ts';

/** Writes of channels and of their hooks. @spec ST55, ST58, ST59, ST69, ST76 */
export const channelWriting = {
  deleteHook: written<{ readonly number: number }>({
    needs: ({ number }) => [{ ...get(hooks, { number }), expect: true }],
    write(batch, { number }) {
      present(batch.find(hooks, { number }));
      batch.delete(hooks, { number });
    },
  }),
  insertChannel: written<{ readonly channel: ChannelRecord }>({
    needs: ({ channel }) => tokenNeeds(channel.tokenHash),
    write(batch, { channel }) {
      giveToken(batch, channel.tokenHash);
      batch.put(channels, channel);
    },
  }),
  insertHook: written<{ readonly hook: HookRecord }>({ write: (batch, { hook }) => batch.put(hooks, hook) }),
  updateChannel: written<{ readonly number: number; readonly change: ChannelChange }>({
    needs: ({ number, change }) => [{ ...get(channels, { number }), expect: true }, ...tokenNeeds(change.tokenHash)],
    write(batch, { number, change }) {
      giveToken(batch, change.tokenHash);
      const channel = batch.find(channels, { number });
      if (channel === undefined) throw new Error('The brand has no such channel.');
      batch.put(channels, changed(channel, change));
    },
  }),
  updateHook: written<{ readonly number: number; readonly change: HookChange }>({
    needs: ({ number }) => [{ ...get(hooks, { number }), expect: true }],
    write(batch, { number, change }) {
      batch.put(hooks, changed(present(batch.find(hooks, { number })), change));
    },
  }),
};

function tokenNeeds(hash: string | undefined): readonly Request[] {
  if (hash === undefined) return [];
  const locks = locksOfTokens([hash]).map((lock) => ({ ...get(tenantLocks, lock), expect: true }) as const);
  return [...locks, get(agentTokens, { hash })];
}

/** @throws When an agent has the token. The index of the channels refuses one that another channel has. */
function giveToken(batch: Batch, hash: string | undefined): void {
  if (hash === undefined) return;
  if (batch.find(agentTokens, { hash }) !== undefined) throw new Error('An agent has the token.');
  for (const lock of locksOfTokens([hash])) batch.put(tenantLocks, lock);
}
