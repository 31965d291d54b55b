import * as v from 'valibot';
import type { ChannelChange, ChannelRecord } from '../../ports/channel-store.ts';
import type { BrandTransaction } from '../../ports/storage.ts';
import { invalidParameters, shape } from '../input/read-input.ts';
import { readWhole } from '../input/read-whole.ts';
import { takeRead } from '../input/take-read.ts';
import type { Channel, ChannelEdit } from '../platform.ts';
import { commit, readerOf, type Scope } from '../scope.ts';
import { findChannel, toChannel } from './find-channel.ts';
import { nameFault, webhookFault } from './read-channel.ts';
import { sealWebhook } from './seal-webhook.ts';

const editShape = shape({
  name: v.optional(v.string()),
  active: v.optional(v.boolean()),
  webhookUrl: v.optional(v.string()),
});

/** @spec CH2, CH5, CH10, CH11, CH12, CH13, CH14, CH26 */
export async function updateChannel(scope: Scope, number: number, edit: ChannelEdit): Promise<Channel> {
  const present = await findChannel(scope, readerOf(scope), number);
  const change = readEdit(scope, present, edit);
  return commit(scope, async (tx) => {
    const channel = await findChannel(scope, tx, number);
    return toChannel(tx, await changeChannel(scope, tx, channel, change));
  });
}

/**
 * Writes a change of a channel. Deliveries to a webhook that is taken away end with it.
 *
 * @spec CH14
 */
export async function changeChannel(
  { clock }: Pick<Scope, 'clock'>,
  tx: BrandTransaction,
  channel: ChannelRecord,
  change: ChannelChange,
): Promise<ChannelRecord> {
  const { number } = channel;
  await tx.channels.update(number, change);
  if ('webhook' in change && change.webhook === undefined) {
    await tx.deliveries.endPending({ kind: 'channel', number }, clock.now());
  }
  const written = Object.entries({ ...channel, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(written) as unknown as ChannelRecord;
}

function readEdit(scope: Scope, { type, configured, name: present }: ChannelRecord, edit: ChannelEdit): ChannelChange {
  const { name, active, webhookUrl } = readWhole(editShape, edit);
  const takesWebhook = Object.hasOwn(edit, 'webhookUrl') && webhookUrl === undefined;
  if (name === undefined && active === undefined && webhookUrl === undefined && !takesWebhook) {
    throw invalidParameters('', 'Give the name, active or the webhookUrl to write.');
  }
  const isRenamed = name !== undefined && name.trim() !== present;
  const found: readonly (readonly [string, string | undefined])[] = [
    ['name', name === undefined ? undefined : nameFault(name)],
    ['name', configured && isRenamed ? 'The configuration finds this channel by its name.' : undefined],
    ['webhookUrl', webhookUrl === undefined ? undefined : webhookFault(scope, type, webhookUrl)],
  ];
  const faults = found.flatMap(([field, message]) => (message === undefined ? [] : [{ field, message }]));
  if (faults.length > 0) return takeRead({ ok: false, faults });
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(active !== undefined && { active }),
    ...(webhookUrl !== undefined && { webhook: sealWebhook(scope, scope.principal.brand, webhookUrl) }),
    ...(takesWebhook && { webhook: undefined }),
  };
}
