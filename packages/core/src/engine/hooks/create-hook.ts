import { readHookCreation } from '../../domain/hook/read-hook.ts';
import { refuseInput } from '../../domain/input/input-fault.ts';
import { findChannel } from '../channels/find-channel.ts';
import { takeRead } from '../input/take-read.ts';
import { requireHookPlan, settleAfterWrite } from '../plans/require-hook-plan.ts';
import type { MessageHook, MessageHooks } from '../platform.ts';
import { commit, readerOf, type Scope } from '../scope.ts';
import { toHook } from './find-hook.ts';
import { sealHook } from './seal-hook.ts';

/** @spec HK8, HK11, HK12, HK13, HK15, HK16, HK20, HK22 */
export async function createHook(
  scope: Scope,
  channelNumber: number,
  hook: Parameters<MessageHooks['create']>[1],
): Promise<MessageHook> {
  await findChannel(scope, readerOf(scope), channelNumber);
  await requireHookPlan(scope);
  const { url, token, name } = takeRead(readHookCreation(hook));
  const sealed = sealHook(scope, { url, token, name });

  const created = await commit(scope, async (tx) => {
    const { number } = await findChannel(scope, tx, channelNumber);
    // Written first with nothing: hooks that are made at the same time are counted one after another.
    await tx.channels.update(number, {});
    const { total } = await tx.hooks.listByChannel(number, { offset: 0, limit: 0 });
    const { maxHooks } = scope.limits;
    if (total >= maxHooks) takeRead(refuseInput('', `A channel has at most ${maxHooks} message hooks.`));
    const now = scope.clock.now();
    const record = await tx.hooks.insert({
      channelNumber: number,
      name,
      sealedUrl: '',
      sealedToken: '',
      origin: '',
      ...sealed,
      active: true,
      disabledByPlan: false,
      createdAt: now,
      updatedAt: now,
    });
    return toHook(scope, record);
  });
  await settleAfterWrite(scope);
  return created;
}
