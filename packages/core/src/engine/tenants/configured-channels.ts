import { uuidOfHash } from '../../domain/uuid.ts';
import { sha256 } from '../../node/hash.ts';
import type { ChannelChange, ChannelRecord, ChannelWebhook } from '../../records/channels.ts';
import { changeChannel, encryptWebhook, insertChannel } from '../channels/channel-records.ts';
import type { EngineParts } from '../engine-parts.ts';
import { byHost } from '../events/engine-events.ts';
import { secretContext } from '../secrets/encryption.ts';
import { type Changes, load, noChanges, type Part, useCaseOf } from '../use-case/use-case.ts';
import { type ConfiguredChannel, isSameChannel } from './read-configuration.ts';

type Applier = Pick<EngineParts, 'storage' | 'cipher' | 'clock'>;

/** A channel that the configuration declares, with its webhook encrypted for storing. */
export interface DeclaredChannel extends ConfiguredChannel {
  readonly webhook?: ChannelWebhook;
}

/** Encrypts the webhooks first, so that a failing cipher throws before anything is written. */
export function encryptWebhooks(
  parts: Applier,
  brand: string,
  channels: readonly ConfiguredChannel[],
): readonly DeclaredChannel[] {
  return channels.map((channel) => {
    const { webhookUrl: url, webhookOrder: order } = channel;
    return { ...channel, ...(url !== undefined && { webhook: encryptWebhook(parts, brand, { url, order }) }) };
  });
}

/**
 * Switches off channels that are no longer declared, and frees tokens for other channels.
 *
 * @spec CH23, CH24, CH25, CH27
 */
export function releaseChannels(parts: Applier, brand: string, wanted: readonly DeclaredChannel[]): Promise<void> {
  return changeConfigured(parts, brand, (channel) => {
    const declared = wanted.find((each) => isSameChannel(each, channel));
    if (declared !== undefined) {
      const isHeld = channel.tokenHash === undefined || channel.tokenHash === declared.tokenHash;
      return isHeld ? undefined : { tokenHash: undefined };
    }
    const isRemoved = !channel.active && channel.tokenHash === undefined && channel.webhook === undefined;
    return isRemoved ? undefined : { active: false, tokenHash: undefined, webhook: undefined };
  });
}

/**
 * Creates the declared channels that do not exist, and updates the others.
 *
 * @spec CH22, CH23, CH24, CH25
 */
export async function grantChannels(parts: Applier, brand: string, wanted: readonly DeclaredChannel[]): Promise<void> {
  await changeConfigured(parts, brand, (channel) => {
    const declared = wanted.find((each) => isSameChannel(each, channel));
    return declared === undefined ? undefined : differenceOf(parts, brand, channel, declared);
  });
  for (let missing = await findMissing(parts, brand, wanted); missing.length > 0; ) {
    try {
      await insertChannels(parts, brand, missing);
      return;
    } catch (error) {
      // Another node applies the same configuration, and was faster.
      const left = await findMissing(parts, brand, wanted);
      if (left.length === missing.length) throw error;
      missing = left;
    }
  }
}

async function findMissing(
  { storage }: Applier,
  brand: string,
  wanted: readonly DeclaredChannel[],
): Promise<readonly DeclaredChannel[]> {
  const { items: present } = await storage.reads(brand).load({ kind: 'channels', query: { configured: true } });
  return wanted.filter((declared) => !present.some((channel) => isSameChannel(channel, declared)));
}

function insertChannels(parts: Applier, brand: string, missing: readonly DeclaredChannel[]): Promise<void> {
  function* insert(changes: Changes): Part<void> {
    for (const { type, name, workspace, tokenHash, webhook } of missing) {
      const [number] = yield* load({ kind: 'channelNumber' });
      insertChannel(changes, {
        number,
        id: idOfConfigured(brand, { type, name, workspace }),
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
  }
  return parts.storage.perform(brand, () => useCaseOf(insert), byHost);
}

/**
 * A UUID v8 that is the same on all nodes, so that the store refuses a second channel with it.
 *
 * @spec CH29
 */
function idOfConfigured(
  brand: string,
  { type, workspace, name }: Pick<ConfiguredChannel, 'type' | 'workspace' | 'name'>,
): string {
  return uuidOfHash(sha256(JSON.stringify(['configured channel', brand, type, workspace, name])));
}

function differenceOf(
  parts: Applier,
  brand: string,
  channel: ChannelRecord,
  declared: DeclaredChannel,
): ChannelChange | undefined {
  const change: ChannelChange = {
    ...(!channel.active && { active: true }),
    ...(channel.tokenHash !== declared.tokenHash && { tokenHash: declared.tokenHash }),
    ...(!isSameWebhook(parts, brand, channel.webhook, declared) && { webhook: declared.webhook }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}

/** A stored webhook that cannot be decrypted counts as different, and is written again. */
function isSameWebhook(
  { cipher }: Applier,
  brand: string,
  present: ChannelWebhook | undefined,
  { webhookUrl: url, webhookOrder: order }: ConfiguredChannel,
): boolean {
  if (present === undefined || url === undefined) return present === url;
  if (present.order !== order) return false;
  try {
    return cipher.decrypt(present.encryptedUrl, secretContext('channel-webhook', brand)) === url;
  } catch {
    return false;
  }
}

/** Changes channels that were made from a configuration. Commits nothing if nothing changes. */
async function changeConfigured(
  parts: Applier,
  brand: string,
  decide: (channel: ChannelRecord) => ChannelChange | undefined,
): Promise<void> {
  function* change(changes: Changes): Part<void> {
    const [{ items }] = yield* load({ kind: 'channels', query: { configured: true } });
    for (const channel of items) {
      const wanted = decide(channel);
      if (wanted !== undefined) changeChannel(parts, changes, channel, wanted);
    }
  }
  const seen = noChanges();
  await parts.storage.reads(brand).run(change(seen));
  if (seen.operations.length > 0) await parts.storage.perform(brand, () => useCaseOf(change), byHost);
}
