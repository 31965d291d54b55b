import { readHookEdit } from '../../domain/hook/read-hook.ts';
import { EngineError } from '../engine-error.ts';
import { takeRead } from '../input/take-read.ts';
import { requireHookPlan } from '../plans/require-hook-plan.ts';
import type { MessageHook, MessageHooks } from '../platform.ts';
import { commit, readerOf, type Scope } from '../scope.ts';
import { findHook, toHook } from './find-hook.ts';
import { sealHook } from './seal-hook.ts';

/** @spec HK9, HK11, HK12, HK13, HK14, HK15, HK16 */
export async function updateHook(
  scope: Scope,
  at: { readonly channel: number; readonly hook: number },
  edit: Parameters<MessageHooks['update']>[2],
): Promise<MessageHook> {
  await findHook(scope, readerOf(scope), at);
  await requireHookPlan(scope);
  const sealed = sealHook(scope, takeRead(readHookEdit(edit)));

  return commit(scope, async (tx) => {
    const present = await findHook(scope, tx, at);
    const change = { ...sealed, updatedAt: scope.clock.now() };
    const answer = await tx.hooks.update(present.number, change);
    if (answer === 'absent') throw new EngineError('hook_not_found');
    return toHook(scope, { ...present, ...change });
  });
}
