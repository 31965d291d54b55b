import { EngineError } from '../engine-error.ts';
import { commit, type Scope } from '../scope.ts';
import { findHook } from './find-hook.ts';

/** @spec HK12, HK14, HK17 */
export async function deleteHook(scope: Scope, channel: number, hook: number): Promise<void> {
  await commit(scope, async (tx) => {
    const { number } = await findHook(scope, tx, { channel, hook });
    if ((await tx.hooks.delete(number)) === 'absent') throw new EngineError('hook_not_found');
    await tx.deliveries.endPending({ kind: 'hook', number }, scope.clock.now());
  });
}
