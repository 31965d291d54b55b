import type { HookRecord } from '../../ports/hook-store.ts';
import type { BrandReader } from '../../ports/storage.ts';
import { findChannel } from '../channels/find-channel.ts';
import { EngineError } from '../engine-error.ts';
import type { MessageHook } from '../platform.ts';
import type { Scope } from '../scope.ts';
import { secretContext } from '../secrets/secret-context.ts';

/**
 * @throws {EngineError} `channel_not_found`, `hook_not_found`
 * @spec HK13, HK14, CH2
 */
export async function findHook(
  scope: Scope,
  reader: Pick<BrandReader, 'channels' | 'hooks'>,
  at: { readonly channel: unknown; readonly hook: unknown },
): Promise<HookRecord> {
  const { number } = await findChannel(scope, reader, at.channel);
  const hook = Number.isSafeInteger(at.hook) ? await reader.hooks.find(at.hook as number) : undefined;
  if (hook === undefined || hook.channelNumber !== number) throw new EngineError('hook_not_found');
  return hook;
}

/**
 * The hook as callers see it, with its secrets.
 *
 * @spec HK11, HK15
 */
export function toHook({ secrets, principal }: Scope, record: HookRecord): MessageHook {
  const { number, channelNumber, name, active, createdAt, updatedAt } = record;
  const url = secrets.open(record.sealedUrl, secretContext('hook-url', principal.brand));
  const token = secrets.open(record.sealedToken, secretContext('hook-token', principal.brand));
  return { number, channelNumber, url, token, name, active, createdAt, updatedAt };
}
