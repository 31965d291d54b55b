import type { ChannelChange, ChannelRecord, ChannelWebhook } from '../../ports/channel-store.ts';
import type { BrandReader } from '../../ports/storage.ts';
import { sealWebhook } from '../channels/seal-webhook.ts';
import { changeChannel } from '../channels/update-channel.ts';
import type { Parts } from '../scope.ts';
import { secretContext } from '../secrets/secret-context.ts';
import { type ConfiguredChannel, isSameChannel } from './read-configuration.ts';

type Applier = Pick<Parts, 'storage' | 'secrets' | 'clock' | 'ids'>;

/** A channel as it shall be, its webhook sealed. */
export interface SealedChannel extends ConfiguredChannel {
  readonly webhook?: ChannelWebhook;
}

/** Seals what is to be stored, so that a box that cannot is found out before anything is written. */
export function sealChannels(
  parts: Applier,
  brand: string,
  channels: readonly ConfiguredChannel[],
): readonly SealedChannel[] {
  return channels.map((channel) => {
    const { webhookUrl } = channel;
    return { ...channel, ...(webhookUrl !== undefined && { webhook: sealWebhook(parts, brand, webhookUrl) }) };
  });
}

/**
 * Takes away what the configuration no longer has: channels, and tokens, which others may have from now on.
 *
 * @spec CH23, CH24, CH25, CH27
 */
export function releaseChannels(parts: Applier, brand: string, wanted: readonly SealedChannel[]): Promise<void> {
  return changeConfigured(parts, brand, (channel) => {
    const wish = wanted.find((each) => isSameChannel(each, channel));
    if (wish !== undefined) {
      const isHeld = channel.tokenHash === undefined || channel.tokenHash === wish.tokenHash;
      return isHeld ? undefined : { tokenHash: undefined };
    }
    const isGone = !channel.active && channel.tokenHash === undefined && channel.webhook === undefined;
    return isGone ? undefined : { active: false, tokenHash: undefined, webhook: undefined };
  });
}

/**
 * Makes the channels of the configuration, and makes those that are there as it wants them.
 *
 * @spec CH22, CH23, CH24, CH25
 */
export async function grantChannels(parts: Applier, brand: string, wanted: readonly SealedChannel[]): Promise<void> {
  await changeConfigured(parts, brand, (channel) => {
    const wish = wanted.find((each) => isSameChannel(each, channel));
    return wish === undefined ? undefined : differenceOf(parts, brand, channel, wish);
  });
  const present = await parts.storage.reader(brand).channels.listConfigured();
  const missing = wanted.filter((wish) => !present.some((channel) => isSameChannel(channel, wish)));
  if (missing.length === 0) return;
  await parts.storage.transaction(brand, async (tx) => {
    for (const { type, name, workspace, tokenHash, webhook } of missing) {
      await tx.channels.insert({
        id: parts.ids.uuid(),
        type,
        name,
        workspace,
        purpose: 'live',
        active: true,
        configured: true,
        createdAt: parts.clock.now(),
        ...(tokenHash !== undefined && { tokenHash }),
        ...(webhook !== undefined && { webhook }),
      });
    }
  });
}

function differenceOf(
  parts: Applier,
  brand: string,
  channel: ChannelRecord,
  wish: SealedChannel,
): ChannelChange | undefined {
  const change: ChannelChange = {
    ...(!channel.active && { active: true }),
    ...(channel.tokenHash !== wish.tokenHash && { tokenHash: wish.tokenHash }),
    ...(!isSameWebhook(parts, brand, channel.webhook, wish.webhookUrl) && { webhook: wish.webhook }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}

/** What does not open is another address: it is written anew. */
function isSameWebhook(
  { secrets }: Applier,
  brand: string,
  present: ChannelWebhook | undefined,
  url: string | undefined,
): boolean {
  if (present === undefined || url === undefined) return present === url;
  try {
    return secrets.open(present.sealedUrl, secretContext('channel-webhook', brand)) === url;
  } catch {
    return false;
  }
}

/** Opens no transaction where there is nothing to change. */
async function changeConfigured(
  parts: Applier,
  brand: string,
  decide: (channel: ChannelRecord) => ChannelChange | undefined,
): Promise<void> {
  const changesOf = async ({ channels }: Pick<BrandReader, 'channels'>) =>
    (await channels.listConfigured()).flatMap((channel) => {
      const change = decide(channel);
      return change === undefined ? [] : [{ channel, change }];
    });
  if ((await changesOf(parts.storage.reader(brand))).length === 0) return;
  await parts.storage.transaction(brand, async (tx) => {
    for (const { channel, change } of await changesOf(tx)) await changeChannel(parts, tx, channel, change);
  });
}
